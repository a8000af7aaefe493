type Amounts = Partial<
  Record<"OESDataPoints" | "GQSAnswers" | "TSDataPoints" | "CHSAnswers" | "BASDataPoints", number | undefined>
>;

const LEAST_TOTAL = 5;
const PAIRS_INCLUDED = 100;

/** `first` for the first and `next` for each further one, in hundredths: sums of those are exact. */
const stepped = (amount: number, first: number, next: number) => (amount === 0 ? 0 : first + next * (amount - 1));

/** What a respondent with so many data points costs: exact by check, the total rounded down and at least 5. */
export function creditsFor(amounts: Amounts) {
  const { OESDataPoints = 0, GQSAnswers = 0, TSDataPoints = 0, CHSAnswers = 0, BASDataPoints = 0 } = amounts;
  const [OES, BAS] = [stepped(OESDataPoints, 300, 25), stepped(BASDataPoints, 200, 25)];
  const TS = TSDataPoints === 0 ? 0 : 100;
  const GQS = Math.min(5 * GQSAnswers, 200);
  const CHS = CHSAnswers === 0 ? 0 : 400 + 3 * Math.max(0, CHSAnswers - PAIRS_INCLUDED);
  const total = OES + TS + GQS + CHS + BAS;
  return {
    totalCredits: total === 0 ? 0 : Math.max(LEAST_TOTAL, Math.floor(total / 100)),
    calculationBreakdown: {
      OES: { credits: OES / 100, dataPoints: OESDataPoints },
      TS: { credits: TS / 100, dataPoints: TSDataPoints },
      BAS: { credits: BAS / 100, dataPoints: BASDataPoints },
      GQS: { credits: GQS / 100, answers: GQSAnswers },
      CHS: { credits: CHS / 100, answers: CHSAnswers },
    },
  };
}
