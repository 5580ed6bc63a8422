/** One hit of a rule table row, with its offset in the judged text. */
export type Found = {
  /** The row that hit, for the tests: each row has a sample that only it matches. */
  row: string;
  /** Stable snake_case id, shown to readers. */
  rule: string;
  what: string;
  at: number;
  /** Counts only next to prose that conceals something or relays a stranger. */
  weak?: boolean;
  /** Shown only: the text forbids the action. */
  notice?: true;
  /** For a download that is run: words that contain its addresses. */
  addresses?: string;
};

/** The description of each rule, to follow "the skill has". */
export const ruleWords: Readonly<Record<string, string>> = {
  download_and_run: "a download that is run unseen",
  encoded_code: "an encoded text that is fed to a decoder and run",
  remote_instructions: "instructions that are fetched from an address and obeyed",
  untraceable_download: "a download from a bare IP address, a paste site or a shortened link",
  reads_credentials: "reading of stored keys, passwords or browser data",
  reads_env_file: "reading of a file that holds secrets (.env, .npmrc, .kube/config …)",
  sends_files_out: "sending of file contents, secrets or the conversation to an address",
  leaks_in_queries: "private data in a search query or an address",
  prints_secrets: "secrets of a pipeline that are printed or passed on",
  remote_control: "a reverse shell, a back door or a miner",
  keeps_coming_back: "a job, hook or start-up entry that keeps coming back",
  grants_access: "access to a machine or an account that is handed to others",
  leaves_sandbox: "a container that holds the whole machine",
  destroys_data: "a command that wipes a disk, a home folder, backups or a database",
  erases_traces: "records of what happened that are erased or no longer kept",
  switches_off_tls: "switching off the check of certificates, host keys or other defences",
  foreign_packages: "packages from a source that anyone may fill",
  edits_agent_files: "a change to an agent's own memory, instructions or settings",
  skips_confirmation: "working without the confirmation of the person in charge",
  conceals_from_user: "hiding something from the person in charge",
  back_door: "a weakness that is to be built into the code",
  watches: "recording of what a person does, types or says",
  phishing: "a text that is to trick a person out of a password",
  takes_money: "a wallet or a payment that is to be redirected or emptied",
  spreads_itself: "copies of itself that are put into other projects or machines",
  deceives: "evidence or results that are to be made up",
};
