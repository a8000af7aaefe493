/** How the identity providers of tests know us, and we them: apart, because the providers take long to load. */
export const CLIENT = { id: "fieldwork", secret: "a secret of these tests alone" };
export const SAML_ISSUER = "https://idp.example/saml";
