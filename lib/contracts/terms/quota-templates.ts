export const MAX_TEMPLATE_NAME = 100;
