import type { Scored } from "./scored";
import { shinglesOf, similarity } from "./similarity";

/** Whole answers that decline to answer, without punctuation, in ten languages. */
const phrases = new Set(
  [
    "na, n a, none, nothing, nothing comes to mind, nothing really, no, nope, no answer, no comment, no comments, no idea",
    "no opinion, not sure, unsure, idk, i dont know, i do not know, dont know, do not know, dk, dunno, i dont remember",
    "cant think of anything, nil, null, x, refused, refuse to answer, prefer not to say, prefer not to answer, no clue",
    "im not sure, decline to answer, id rather not say, rather not say, i have no idea, i cant remember, no thanks",
    "keine, keine ahnung, keine angabe, keine angaben, ka, k a, nichts, weiß nicht, weiss nicht, weiß ich nicht",
    "ich weiß nicht, ich weiss nicht, ich weiß es nicht, keine antwort, keine meinung, nein, fällt mir nichts ein",
    "je ne sais pas, je sais pas, sais pas, ne sais pas, aucun, aucune, aucune idée, aucune réponse, rien, non, nsp, sans avis",
    "no sé, no se, no lo sé, nada, ninguno, ninguna, ninguna idea, ns nc, nsnc, sin respuesta, sin opinión, no tengo idea",
    "non so, non lo so, niente, nulla, nessuno, nessuna, nessuna idea, nessuna risposta, boh",
    "não sei, nao sei, nenhum, nenhuma, não, sem resposta, sem opinião, não faço ideia",
    "weet niet, weet ik niet, ik weet het niet, geen idee, geen antwoord, geen mening, geen, niets, nee, nvt",
    "nie wiem, nic, brak, brak odpowiedzi, nie mam zdania, nie, żaden",
    "не знаю, нет, ничего, без ответа, затрудняюсь ответить, нет мнения",
    "bilmiyorum, hiçbir şey, hiç, yok, hayır, fikrim yok, cevap yok",
  ].flatMap((line) => line.split(", ")),
);

/** Fewer words of a question are in many answers to it. */
const LEAST_QUESTION_WORDS = 4;

/**
 * Answers that decline to answer, hold no letter or digit, or repeat the question.
 *
 * Source: lists of phrases in ten languages, compared with the whole answer. Limits: “nothing” is an honest answer to
 * some questions, so that its score excludes nobody by the default total.
 */
export function scoreNoAnswer(words: readonly string[], questionWords: readonly string[]): Scored | null {
  if (words.length === 0) return { score: 60, category: "NO_ANSWER", reason: "No letter or digit" };
  const whole = words.join(" ");
  if (phrases.has(whole)) return { score: 60, category: "NO_ANSWER", reason: `“${whole}” declines to answer` };
  if (words.length < LEAST_QUESTION_WORDS || questionWords.length < LEAST_QUESTION_WORDS) return null;
  const repeated = similarity(shinglesOf(whole), shinglesOf(questionWords.join(" "))) >= 0.9;
  return repeated ? { score: 60, category: "NO_ANSWER", reason: "Repeats the question" } : null;
}
