import { lineJudgements } from "@/e2e/samples/outcomes";
const t=performance.now(); const j = lineJudgements(); console.log(performance.now()-t);
for (const [s, l] of Object.entries(j)) { console.log("#", s, Object.keys(l).length); for (const [a,b] of Object.entries(l)) if (!b) console.log(a.replaceAll("\n", "⏎").slice(0,110)); }
