import { isMetadataService } from "@/lib/text/safety/skill/addresses";
import {
  deleteCalls,
  readCalls,
  requestNames,
  requestRunners,
  runCalls,
  sendCalls,
  sourceCalls,
  writeCalls,
} from "@/lib/text/safety/skill/code/calls";
import { isKeyName } from "@/lib/text/safety/skill/code/command-values";
import { lastName, pathTaint } from "@/lib/text/safety/skill/code/literal-paths";
import { HOME_VARIABLES, PERSONAL_FOLDERS, SOURCE_PATTERN } from "@/lib/text/safety/skill/code/written-places";
import { queriesPeople } from "@/lib/text/safety/skill/settings-rules";
import * as taint from "@/lib/text/safety/skill/taint";

/** Prompts to the person at the keyboard. */
const ASKS =
  /(?:^|\.)(?:prompt|input|ask|question|preguntar|pregunta|frage|fragen|demander|getpass|text|password|readline|gets|Prompt)$/;
const NAMES_HOME =
  /homedir|Path\.home|expanduser|HOME|UserHomeDir|Dir\.home|home_dir|user\.home|NSHomeDirectory|SpecialFolder\.UserProfile/i;
const ONE_VARIABLE = /^(?:process\.env|Bun\.env|import\.meta\.env)\.(\w{4,60})$/;
const LOOKS_UP_VARIABLE =
  /^(?:process\.env|os\.environ|ENV|\$_ENV|\$_SERVER|(?:os|System|Deno\.env|os\.environ|ENV|std\.env|env|Environment)\.(?:get|getenv|Getenv|LookupEnv|fetch|var|GetEnvironmentVariable)|getenv|env)$/;
/** Calls that add a value to a list or text, which taints the whole. */
const COLLECTS = /\.(?:append|push|add|extend|concat|update|set|put|insert|appendFormat|AppendLine)$/;
const WRITES_ELSE =
  /(?:^|\.)(?:copy|copy2|copyfile|copyFileSync|cp|AppendAllText|appendText|writeText|puts|print|append)$/;
const STARTS = runCalls.find(({ command }) => command);
/** Calls that run given code, by the last part of the name. */
const EVALUATES =
  /(?:^|\.)(?:eval|evaluate|evaluateScript|executeScript|evaluateJavaScript|runInThisContext|runInNewContext|runInContext|loadstring|instance_eval|class_eval|module_eval|parseClass|defineClass|AddScript|InvokeScript|EvaluateAsync|CompileAssemblyFromSource|compileFunction|LoadFrom|Assembly\.Load|eval_file|evalfile|parse_eval|eval_string|code_eval|dostring|dofile)$/;
/** Deserialisers that run code from their input. */
const REVIVES =
  /^(?:pickle|cPickle|dill|cloudpickle|joblib|marshal|jsonpickle|shelve|Marshal|node_serialize|serialize)\.(?:loads?|decode|unserialize)$|^(?:yaml\.(?:unsafe_load|full_load)|unserialize|BinaryFormatter\.Deserialize|readObject)$|\.readObject$/;

/** Properties of a name by itself. Programs repeat names, so each is matched against the tables once. */
export class NameTraits {
  readonly lower: string;
  /** The part before the first dot. */
  readonly first: string;
  /** The first part in lower case; empty for a name without a dot or with a leading dot. */
  readonly owner: string;
  readonly reads: boolean;
  readonly asks: boolean;
  readonly namesHome: boolean;
  readonly isRequest: boolean;
  readonly isPersonalFolder: boolean;
  readonly sources: typeof sourceCalls;
  readonly startsCommand: boolean;
  /** The name is an environment variable that holds a key: `process.env.NPM_TOKEN`. */
  readonly isKey: boolean;
  readonly looksUpVariable: boolean;
  private asCall: CallTraits | undefined;

  constructor(private readonly text: string) {
    this.lower = text.toLowerCase();
    this.first = text.split(".")[0] ?? "";
    const dot = text.indexOf(".");
    this.owner = dot > 0 ? text.slice(0, dot).toLowerCase() : "";
    this.reads = readCalls.test(text);
    this.asks = ASKS.test(text);
    this.namesHome = NAMES_HOME.test(text);
    this.isRequest = requestNames.test(text);
    this.isPersonalFolder = PERSONAL_FOLDERS.test(text);
    this.sources = sourceCalls.filter(({ call }) => call.test(text));
    this.startsCommand = STARTS?.call.test(text) ?? false;
    this.isKey = isKeyName(ONE_VARIABLE.exec(text)?.[1] ?? "");
    this.looksUpVariable = LOOKS_UP_VARIABLE.test(text);
  }

  /** Properties of the name as a call. */
  get call(): CallTraits {
    this.asCall ??= new CallTraits(this.text);
    return this.asCall;
  }
}

class CallTraits {
  readonly sends: typeof sendCalls;
  readonly runs: typeof runCalls;
  readonly evaluates: boolean;
  readonly revives: boolean;
  readonly collects: boolean;
  readonly deletes: boolean;
  readonly writes: boolean;
  /** Writes, copies or prints. */
  readonly places: boolean;
  readonly runsRequest: boolean;

  constructor(text: string) {
    this.sends = sendCalls.filter(({ call }) => call.test(text));
    this.runs = runCalls.filter(({ call }) => call.test(text));
    this.evaluates = EVALUATES.test(text);
    this.revives = REVIVES.test(text);
    this.collects = COLLECTS.test(text);
    this.deletes = deleteCalls.test(text);
    this.writes = writeCalls.test(text);
    this.places = this.writes || WRITES_ELSE.test(text);
    this.runsRequest = requestRunners.test(text);
  }
}

/** Properties of a program text by itself. */
export class TextTraits {
  /** Bits of `taint` for the path in the text. */
  readonly path: number;
  /** The file in the text, as returned by `lastName`. */
  readonly file: string;
  /** Bits of `taint` for everything in the text except its path. */
  readonly held: number;
  readonly isSourcePattern: boolean;
  readonly namesHome: boolean;

  constructor(text: string) {
    this.path = pathTaint(text);
    this.file = lastName(text);
    this.held =
      (isMetadataService(text) ? taint.SECRET : 0) |
      (isKeyName(text) ? taint.KEY_NAME : 0) |
      (text.length > 12 && text.length < 600 && queriesPeople(text) ? taint.PEOPLE : 0);
    this.isSourcePattern = SOURCE_PATTERN.test(text);
    this.namesHome = HOME_VARIABLES.test(text);
  }
}
