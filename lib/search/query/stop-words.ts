import { stem } from "@/lib/search/query/stem";

/** Words that never carry a topic: they are not looked up. */
const STOP = `
a an the this that these those there here it its itself he him his she her hers they them their theirs we us our ours
you your yours i me my mine myself yourself who whom whose which what when where why how and or but nor so yet if then
else than as at by for from in into of off on onto out over to under up down with without within about after again
against all also although am any anybody anyone anything are aren be became because been before being below between
both can cannot cant could couldn did didn do does doesn doing don done during each either every everything few
had has hasn have haven having hence however isn is just let lets like ll may maybe me might more most much must
neither no none not nothing now only other others ought own per perhaps please rather re really same shall should
shouldn since some somebody someone something still such t s d m ve too until upon very was wasn were weren
while whether will won would wouldn yes etc eg ie via vs
`;

/**
 * Words that express a wish rather than its object. They are looked up with a low weight: in a small library their
 * rarity would otherwise make them look like topics.
 */
const SOFT = `
want need needs help get got give go going know think tell show see look say says ask make makes made making take
keep try put come become happen seem work works working use used using useful thing things way ways lot lots bit many
new old good better best nice proper right wrong sure able always never ever already almost away back well even
first last next one two three four five six seven eight nine ten dozen several another without instead
time times minute minutes hour hours day days today week weeks month months year years people person everybody something stuff kind sort
part parts whole full big small large little short long high low own every single exact exactly simple simply
easy easily quick quickly directly different similar certain current currently existing whatever soon later
project file files code app application software tool tools system task tasks job user users skill agent
start started begin stop run runs running call called set add added change changed changes handle
`;

/** Words that say what to do and not with what: by themselves they are not a topic. */
const ACTIVITIES = `
build configure create debug deploy describe develop document documentation explain fix generate host implement improve
install manage optimize release review setup test write
`;

export const stopWords: ReadonlySet<string> = new Set(STOP.trim().split(/\s+/));
export const softWords: ReadonlySet<string> = new Set(SOFT.trim().split(/\s+/));
/** Stemmed. */
export const activityWords: ReadonlySet<string> = new Set(ACTIVITIES.trim().split(/\s+/).map(stem));
