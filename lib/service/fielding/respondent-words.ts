import type { Outcome } from "@/lib/contracts/terms/fielding";

/** Languages that respondents' pages are written in; every other survey language is met in English. */
export const respondentLanguages = ["EN", "DE", "FR", "ES", "IT"] as const;
export type RespondentLanguage = (typeof respondentLanguages)[number];

/** Why a respondent is shown a page instead of a survey or an end. */
export type RespondentProblem =
  | "unknownSurvey"
  | "unusableLink"
  | "unknownSession"
  | "alreadyRecorded"
  | "expired"
  | "notVerified"
  | "busy"
  | "failed";

type Page = { title: string; text: string };

export type RespondentWords = {
  screener: { title: string; text: string; choose: string; submit: string; unanswered: string; age: string };
  ends: Record<Outcome, Page>;
  problems: Record<RespondentProblem, Page>;
  test: string;
};

const en: RespondentWords = {
  screener: {
    title: "A few questions first",
    text: "Your answers show whether this survey is right for you.",
    choose: "Choose an answer",
    submit: "Continue",
    unanswered: "Please answer this question.",
    age: "Enter your age in years, from 13 to 99.",
  },
  ends: {
    complete: { title: "Thank you", text: "Your answers have been recorded. You can close this page." },
    standard_termination: {
      title: "Thank you for your interest",
      text: "This survey is looking for other participants. You can close this page.",
    },
    quality_termination: {
      title: "Thank you for your time",
      text: "Your answers cannot be used in this survey. You can close this page.",
    },
    security_termination: {
      title: "You cannot take part in this survey",
      text: "It can be taken once by each person. You can close this page.",
    },
    overquota_termination: {
      title: "This survey is closed for now",
      text: "It has all the participants it needs at the moment. You can close this page.",
    },
  },
  problems: {
    unknownSurvey: {
      title: "There is no survey here",
      text: "The link may be incomplete. Please use the link in your invitation.",
    },
    unusableLink: {
      title: "This link cannot be used",
      text: "The link may be incomplete. Please use the link in your invitation.",
    },
    unknownSession: {
      title: "We cannot find your interview",
      text: "The link may be incomplete. Please go back to the survey and finish it from there.",
    },
    alreadyRecorded: {
      title: "Your interview has ended already",
      text: "Its result was recorded before. You can close this page.",
    },
    expired: { title: "Your interview has expired", text: "It was open for too long. You can close this page." },
    notVerified: {
      title: "This result could not be verified",
      text: "Nothing was recorded. Please go back to the survey and finish it from there.",
    },
    busy: { title: "Many people are coming at once", text: "Please wait a few seconds and reload this page." },
    failed: { title: "Something went wrong", text: "Nothing was lost. Please reload this page in a moment." },
  },
  test: "Test: nothing here is counted.",
};

const de: RespondentWords = {
  screener: {
    title: "Zuerst ein paar Fragen",
    text: "Ihre Antworten zeigen, ob diese Umfrage zu Ihnen passt.",
    choose: "Antwort auswählen",
    submit: "Weiter",
    unanswered: "Bitte beantworten Sie diese Frage.",
    age: "Geben Sie Ihr Alter in Jahren an, von 13 bis 99.",
  },
  ends: {
    complete: {
      title: "Vielen Dank",
      text: "Ihre Antworten wurden gespeichert. Sie können diese Seite schließen.",
    },
    standard_termination: {
      title: "Vielen Dank für Ihr Interesse",
      text: "Für diese Umfrage werden andere Teilnehmer gesucht. Sie können diese Seite schließen.",
    },
    quality_termination: {
      title: "Vielen Dank für Ihre Zeit",
      text: "Ihre Antworten können in dieser Umfrage nicht verwendet werden. Sie können diese Seite schließen.",
    },
    security_termination: {
      title: "Sie können an dieser Umfrage nicht teilnehmen",
      text: "Jede Person kann nur einmal teilnehmen. Sie können diese Seite schließen.",
    },
    overquota_termination: {
      title: "Diese Umfrage ist zurzeit geschlossen",
      text: "Im Moment hat sie genügend Teilnehmer. Sie können diese Seite schließen.",
    },
  },
  problems: {
    unknownSurvey: {
      title: "Hier gibt es keine Umfrage",
      text: "Der Link ist vielleicht unvollständig. Bitte verwenden Sie den Link aus Ihrer Einladung.",
    },
    unusableLink: {
      title: "Dieser Link kann nicht verwendet werden",
      text: "Der Link ist vielleicht unvollständig. Bitte verwenden Sie den Link aus Ihrer Einladung.",
    },
    unknownSession: {
      title: "Wir finden Ihr Interview nicht",
      text: "Der Link ist vielleicht unvollständig. Bitte gehen Sie zur Umfrage zurück und beenden Sie sie dort.",
    },
    alreadyRecorded: {
      title: "Ihr Interview ist bereits beendet",
      text: "Das Ergebnis wurde schon gespeichert. Sie können diese Seite schließen.",
    },
    expired: {
      title: "Ihr Interview ist abgelaufen",
      text: "Es war zu lange geöffnet. Sie können diese Seite schließen.",
    },
    notVerified: {
      title: "Dieses Ergebnis konnte nicht geprüft werden",
      text: "Es wurde nichts gespeichert. Bitte gehen Sie zur Umfrage zurück und beenden Sie sie dort.",
    },
    busy: {
      title: "Gerade kommen sehr viele Teilnehmer",
      text: "Bitte warten Sie ein paar Sekunden und laden Sie die Seite neu.",
    },
    failed: {
      title: "Etwas ist schiefgegangen",
      text: "Es ging nichts verloren. Bitte laden Sie die Seite gleich noch einmal.",
    },
  },
  test: "Test: Hier wird nichts gezählt.",
};

const fr: RespondentWords = {
  screener: {
    title: "Quelques questions d'abord",
    text: "Vos réponses montrent si cette enquête vous correspond.",
    choose: "Choisissez une réponse",
    submit: "Continuer",
    unanswered: "Veuillez répondre à cette question.",
    age: "Indiquez votre âge en années, de 13 à 99.",
  },
  ends: {
    complete: { title: "Merci", text: "Vos réponses ont été enregistrées. Vous pouvez fermer cette page." },
    standard_termination: {
      title: "Merci de votre intérêt",
      text: "Cette enquête cherche d'autres participants. Vous pouvez fermer cette page.",
    },
    quality_termination: {
      title: "Merci de votre temps",
      text: "Vos réponses ne peuvent pas être utilisées dans cette enquête. Vous pouvez fermer cette page.",
    },
    security_termination: {
      title: "Vous ne pouvez pas participer à cette enquête",
      text: "Chaque personne ne peut participer qu'une fois. Vous pouvez fermer cette page.",
    },
    overquota_termination: {
      title: "Cette enquête est fermée pour l'instant",
      text: "Elle a assez de participants en ce moment. Vous pouvez fermer cette page.",
    },
  },
  problems: {
    unknownSurvey: {
      title: "Il n'y a pas d'enquête ici",
      text: "Le lien est peut-être incomplet. Veuillez utiliser le lien de votre invitation.",
    },
    unusableLink: {
      title: "Ce lien ne peut pas être utilisé",
      text: "Le lien est peut-être incomplet. Veuillez utiliser le lien de votre invitation.",
    },
    unknownSession: {
      title: "Nous ne trouvons pas votre entretien",
      text: "Le lien est peut-être incomplet. Veuillez revenir à l'enquête et la terminer à partir de là.",
    },
    alreadyRecorded: {
      title: "Votre entretien est déjà terminé",
      text: "Son résultat a déjà été enregistré. Vous pouvez fermer cette page.",
    },
    expired: {
      title: "Votre entretien a expiré",
      text: "Il est resté ouvert trop longtemps. Vous pouvez fermer cette page.",
    },
    notVerified: {
      title: "Ce résultat n'a pas pu être vérifié",
      text: "Rien n'a été enregistré. Veuillez revenir à l'enquête et la terminer à partir de là.",
    },
    busy: {
      title: "Beaucoup de personnes arrivent en même temps",
      text: "Veuillez patienter quelques secondes et recharger la page.",
    },
    failed: {
      title: "Un problème est survenu",
      text: "Rien n'a été perdu. Veuillez recharger la page dans un instant.",
    },
  },
  test: "Test : rien n'est compté ici.",
};

const es: RespondentWords = {
  screener: {
    title: "Primero, unas preguntas",
    text: "Sus respuestas muestran si esta encuesta es adecuada para usted.",
    choose: "Elija una respuesta",
    submit: "Continuar",
    unanswered: "Responda a esta pregunta, por favor.",
    age: "Indique su edad en años, de 13 a 99.",
  },
  ends: {
    complete: { title: "Gracias", text: "Sus respuestas se han guardado. Puede cerrar esta página." },
    standard_termination: {
      title: "Gracias por su interés",
      text: "Esta encuesta busca otros participantes. Puede cerrar esta página.",
    },
    quality_termination: {
      title: "Gracias por su tiempo",
      text: "Sus respuestas no se pueden usar en esta encuesta. Puede cerrar esta página.",
    },
    security_termination: {
      title: "No puede participar en esta encuesta",
      text: "Cada persona puede participar una sola vez. Puede cerrar esta página.",
    },
    overquota_termination: {
      title: "Esta encuesta está cerrada por ahora",
      text: "En este momento tiene suficientes participantes. Puede cerrar esta página.",
    },
  },
  problems: {
    unknownSurvey: {
      title: "Aquí no hay ninguna encuesta",
      text: "Puede que el enlace esté incompleto. Use el enlace de su invitación.",
    },
    unusableLink: {
      title: "Este enlace no se puede usar",
      text: "Puede que el enlace esté incompleto. Use el enlace de su invitación.",
    },
    unknownSession: {
      title: "No encontramos su entrevista",
      text: "Puede que el enlace esté incompleto. Vuelva a la encuesta y termínela desde allí.",
    },
    alreadyRecorded: {
      title: "Su entrevista ya ha terminado",
      text: "El resultado ya estaba guardado. Puede cerrar esta página.",
    },
    expired: {
      title: "Su entrevista ha caducado",
      text: "Estuvo abierta demasiado tiempo. Puede cerrar esta página.",
    },
    notVerified: {
      title: "No se ha podido verificar este resultado",
      text: "No se ha guardado nada. Vuelva a la encuesta y termínela desde allí.",
    },
    busy: {
      title: "Llegan muchas personas a la vez",
      text: "Espere unos segundos y vuelva a cargar la página.",
    },
    failed: {
      title: "Algo ha fallado",
      text: "No se ha perdido nada. Vuelva a cargar la página en un momento.",
    },
  },
  test: "Prueba: aquí no se cuenta nada.",
};

const it: RespondentWords = {
  screener: {
    title: "Prima qualche domanda",
    text: "Le sue risposte mostrano se questo sondaggio è adatto a lei.",
    choose: "Scelga una risposta",
    submit: "Continua",
    unanswered: "Risponda a questa domanda.",
    age: "Indichi la sua età in anni, da 13 a 99.",
  },
  ends: {
    complete: { title: "Grazie", text: "Le sue risposte sono state registrate. Può chiudere questa pagina." },
    standard_termination: {
      title: "Grazie per l'interesse",
      text: "Questo sondaggio cerca altri partecipanti. Può chiudere questa pagina.",
    },
    quality_termination: {
      title: "Grazie per il suo tempo",
      text: "Le sue risposte non possono essere usate in questo sondaggio. Può chiudere questa pagina.",
    },
    security_termination: {
      title: "Non può partecipare a questo sondaggio",
      text: "Ogni persona può partecipare una sola volta. Può chiudere questa pagina.",
    },
    overquota_termination: {
      title: "Questo sondaggio è chiuso per ora",
      text: "Al momento ha abbastanza partecipanti. Può chiudere questa pagina.",
    },
  },
  problems: {
    unknownSurvey: {
      title: "Qui non c'è nessun sondaggio",
      text: "Il link potrebbe essere incompleto. Usi il link del suo invito.",
    },
    unusableLink: {
      title: "Questo link non può essere usato",
      text: "Il link potrebbe essere incompleto. Usi il link del suo invito.",
    },
    unknownSession: {
      title: "Non troviamo la sua intervista",
      text: "Il link potrebbe essere incompleto. Torni al sondaggio e lo concluda da lì.",
    },
    alreadyRecorded: {
      title: "La sua intervista è già conclusa",
      text: "Il risultato era già registrato. Può chiudere questa pagina.",
    },
    expired: {
      title: "La sua intervista è scaduta",
      text: "È rimasta aperta troppo a lungo. Può chiudere questa pagina.",
    },
    notVerified: {
      title: "Non è stato possibile verificare questo risultato",
      text: "Non è stato registrato nulla. Torni al sondaggio e lo concluda da lì.",
    },
    busy: {
      title: "Stanno arrivando molte persone insieme",
      text: "Attenda qualche secondo e ricarichi la pagina.",
    },
    failed: {
      title: "Qualcosa è andato storto",
      text: "Non è andato perso nulla. Ricarichi la pagina tra un momento.",
    },
  },
  test: "Prova: qui non viene contato nulla.",
};

export const respondentWords: Record<RespondentLanguage, RespondentWords> = { EN: en, DE: de, FR: fr, ES: es, IT: it };

/** The language of a survey's pages: its own where we write it. */
export const languageOf = (code: string): RespondentLanguage =>
  respondentLanguages.find((language) => language === code.toUpperCase()) ?? "EN";

/** The language that a browser prefers among ours, where no survey says which. */
export function preferredLanguage(acceptLanguage: string | null): RespondentLanguage {
  const wanted = (acceptLanguage ?? "")
    .slice(0, 200)
    .split(",")
    .map((item) => item.trim().slice(0, 2).toUpperCase());
  return wanted.map((code) => respondentLanguages.find((language) => language === code)).find(Boolean) ?? "EN";
}
