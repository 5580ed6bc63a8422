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

/**
 * Words of everyday English, the glue of sentences. A text that lacks one may still be the answer; a text that lacks a
 * word outside this list (a name, a technical term) is most likely about something else.
 */
const ORDINARY = `
able accept account across act actual add admit adult advice afford afraid afternoon age agree ahead aim air allow almost alone along aloud
amount angry annoying answer anyway apart appear apply approve area argue arm around arrange arrive article aside ask asleep
attempt attend attention average avoid awake award aware awful baby bad bag balance band bar barely base basic basis bear beat beautiful begin
behave behaviour belief believe bell belong bend beside bet beyond birth bite blame blind blindly block blow blue board boat body bold bone
boring born borrow boss bother bottle bottom box brain brave bread break breakfast breath bridge brief bright bring broad broken brother
brown brush build burn bus busy button buy cake calm camp capable car card care careful carry case catch cause ceiling
centre certain chair chance character charge cheap cheese chest chief child choice choose chore circle city claim clean clear clever climb close
cloth cloud coat coffee cold collapse collect college colour combine comfortable comment common community company compete complain complete concern
condition confuse connect consider contain content continue control cook cool corner correct cost count country couple courage course cover crazy
cross crowd cry cup cure current custom customer cut cycle daily damage dance danger dark daughter dead deal dear decide declare deep
defend degree delay deliver demand deny depend describe desert deserve desk detail develop dinner direct dirty disagree disappear discover
discuss dish distance divide doctor dog dollar door doubt dozen drag dream dress drink drive drop dry dull during dust duty eager ear early
earn earth east edge educate effect effort egg eight elect electric else email empty encourage end enemy energy enjoy enough enter entire equal
especially evening event eventually evil exactly example excellent except excite exercise exist expect expensive experience explain express
extra extreme eye face fact fair faith fall false familiar family famous far farm fashion fast fat father fault favour fear feature feed feel
fellow female few field fight figure fill film final find fine finger finish fire firm fish fit fix flat floor flow fly fold follow food foot
force foreign forget forgive former forward free fresh friend friendly front fruit full fun funny furniture further future gain game gap garden
gate gather general gentle gently gift girl glad glass gold gradually grand grass great green greet grey ground group grow guess guest guide
guilty habit hair half hall hand handle hang happen happy hard hardly harm hat hate head health hear heart heat heavy height hello help hide hill
history hit hobby hold hole holiday hollow home honest hope horse hospital host hot hotel hour house huge human humour hundred hungry hunt hurry hurt
husband idea ignore ill imagine immediate important impossible improve inch include increase indeed individual inform inside instance instant
intend interest invite involve iron island item join joke joy judge jump keen key kick kill king kiss kitchen knee knife
knock lack lady lake land language last late laugh law lay lazy lead leaf learn least leave left leg length less lesson letter level lie lift
light likely limit line link lip list listen little live load local lock lonely long loop loose lord lose loss loud love low luck lunch machine
mad main major male man manage manner map march market marry match material matter meal mean measure meat medicine meet member mention mess
message metal middle midnight mild milk million mind minute miss mistake mix modern moment money monday monitor month mood moon morning mostly mother
mouth move movie music narrow nasty nation native nature near nearby neat necessary neck neighbour nervous never news nice nobody noise
none normal north nose note notice nowadays number object obvious odd offer office often oil okay only open opinion opposite order
ordinary original otherwise outside overdue overnight owe own owner pack page pain paint pair pale paper parent park part party pass past path patient
pattern pause pay payoff peace pen people percent perfect perhaps period permanent permit person personal phone photo pick picture piece pile place plain
plan plant plate play pleasant plenty pocket point polite poor popular position possible post pound pour power practical praise prefer
prepare present press pretend pretty prevent price pride print private prize probably problem produce product promise proof proper proud
prove provide public pull pure purple purpose push quality quarter question quick quiet quite rain raise random range rare rate reach read ready real
realize reason receive recent recommend record red reduce refuse regard region regret regular relate relative relax remain remember remind remove
rent repair repeat replace reply require respect rest result return rice rich ride ring rise risk river road rock roll roof room root rough round row rude
ruin rule rush sad safe salt same satisfy save scale scare scatter scene school score scratch screen sea search season seat second secret
seek seldom select sell send sense sentence separate serious serve set settle seven several severe shade shadow shake shall shame shaming shape share
sharp sheet shelf shine ship shirt shock shoe shoot shop shore shout sick side sight sign signed silent silly silver sing single sink sister
sit size skin sky sleep slide slight slip slow smart smell smile smoke smooth snow social society soft solid solve song sorry sound
south space spare speak special speed spell spend spirit split spoil spoon sport spot spread spring square stage stair stand star stare state
station stay steady steal steel stick stiff still stock stomach stone store storm story straight strange street strength stress stretch strict
strike strong stuck student study stupid subject succeed such sudden suffer sugar suggest suit summer sun supply support suppose surface
surprise surround suspect swap sweet swim switch table tail talent talk tall taste teach team tear tell ten term terrible test thank theory thick
thin third thirty thousand threat throw thus ticket tidy tie tight till tiny tired title tomorrow tone tongue tonight tooth top topic total touch
tour toward town track trade train travel treat tree trick trip trouble truck true trust truth turn twelve twenty twice twin typical ugly uncle
unfinished understand unhappy unit unite university unless unlike upset upstairs usual valley valuable value various vast vegetable view village visit visitor voice
vote wait wake walk wall wander war warm warn wash waste watch water wave weak wear weather wedding weekend weekly weigh weight welcome west
wet wheel whenever whisper white wide wife wild willing win wind window wine winter wire wise wish woman wonder wood word world worry
worse worst worth wound wrap write yard year yellow yesterday young youth
affect alike alongside apparently approach appropriate aspect assume attach beginning capture cause challenge clarify collection colleague complex compare concept concrete
consequence consistent constant convenience cope create critical deadline decision dependent deterministic difference difficult effective emphasis enable
encounter essential establish evidence exact explore extensive focus fortunate frequent fully generate genuine happens idle illustrate increment influence initial
instead interpret issue larger latter likewise locate logical magnetic maintain manual meaningful method mostly multiple nested numerous observe obtain occasion
occur opportunity originally outcome overall participate particular perform phase portion possibility potential precise previous principle prior process
proportion pursue rapid react recall reference relevant reliable remainder report require responsible restrict reveal reverse scenario schedule section session
shipped signup significant situation somehow specific step strategy structure style substantial sufficient summary supplement task technique temporary
tend therefore thorough timely touch transform trend ultimate underlying unique useless usage usually vary visible whereas wherever widespread
assistant boring browser chat colleague computer copy data document download dress everyone feedback folder form guy idea image
info internet laptop log meeting menu monthly name online password photos plate plug print program review save sentence session site
software sprint template text thanks tool topic tutorial type update upload video web website whoever worker
built built-in blow blown bought brought came caught chose cost dealt did drew drove fell felt filmed fought found gave gone grew heard held
kept knew laid led left lent lit lost made meant met paid ran rang rose said sang sat saw sent shook shot shown shut slept sold spent spoke stood
stole struck stuck swore taken taught told took understood went woke won wore written wrote broke broken began chosen forgotten hidden
`;

export const commonWords: ReadonlySet<string> = new Set(ORDINARY.trim().split(/\s+/).map(stem));
