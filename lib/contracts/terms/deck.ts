/** Slides of one person's deck of a project. */
export const MOST_SLIDES = 40;
/** Characters of a slide's title. */
export const MOST_OF_TITLE = 300;
