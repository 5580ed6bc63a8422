/** The types of the interface, made from its contract by `npm run client`. Answers may have more members. */

export type ApplicabilityEntry = {
  technology: string;
  version_scheme: "exact" | "semver" | "unknown";
  constraint: string;
};

export type Control = {
  mode: "active" | "read-only" | "paused" | "revoked";
  control_revision: string;
};

export type Decision = {
  decision_id: string;
  kind: string;
  decided_by: string;
  decided_by_mark: Mark | null;
  decided_by_unverified?: true;
  reason: string;
  skill_id: string | null;
  version_id: string | null;
  thread_id: string | null;
  message_id: string | null;
  operation_ref: string | null;
  details: Record<string, unknown>;
  created_at: string;
};

export type Delivery =
  | {
      kind: "reply";
      sequence: string;
      created_at: string;
      thread_id: string;
      message: Message;
    }
  | {
      kind: "operation";
      sequence: string;
      created_at: string;
      operation: Operation;
    }
  | {
      kind: "selection";
      sequence: string;
      created_at: string;
      ref: SkillVersionRef;
      version_url: string;
      state: "current" | "superseded" | "withdrawn";
      selected: SkillVersionRef | null;
      selection_revision: string;
      review: Review;
      held: SkillVersionRef;
    }
  | {
      kind: "withdrawal";
      sequence: string;
      created_at: string;
      ref: SkillVersionRef;
      version_url: string;
      state: "current" | "superseded" | "withdrawn";
      selected: SkillVersionRef | null;
      selection_revision: string;
      review: Review;
    }
  | {
      kind: "review";
      sequence: string;
      created_at: string;
      ref: SkillVersionRef;
      version_url: string;
      state: "current" | "superseded" | "withdrawn";
      selected: SkillVersionRef | null;
      selection_revision: string;
      review: Review;
    }
  | {
      kind: "report";
      sequence: string;
      created_at: string;
      report_id: string;
      subject: ReportSubject;
      decision: "dismissed" | "withdrawn" | "hidden";
      reason: string;
    }
  | {
      kind: "decision";
      sequence: string;
      created_at: string;
      ref: SkillVersionRef;
      version_url: string;
      decision: Decision;
      quarantine: Quarantine | null;
    };

export type FittingSkills = {
  technology: string;
  version: string | null;
  known: boolean;
  fits: SkillSummary[];
  other_versions: number;
};

export type Freshness = {
  technology: string;
  checked: string;
  newest: string;
  released_at: string | null;
};

export type HeldVersion = {
  ref: SkillVersionRef;
  state: "current" | "superseded" | "withdrawn" | "unknown";
  replaced_by: SkillVersionRef | null;
  selected: SkillVersionRef | null;
  selection_revision: string | null;
};

export type InsightOperation = {
  operation_ref: string;
  kind: "insight";
  state: "pending" | "running" | "in_review" | "succeeded" | "rejected" | "failed" | "cancelled";
  created_at: string;
  updated_at: string;
  result?: {
    thread_id: string;
    message_id: string;
    sequence: string;
  };
  problem?: {
    code: string;
  };
};

export type JudgedAgainItem = {
  ref: SkillVersionRef;
  canonical_url: string;
  title: string;
  description: string;
  selected: boolean;
  published_at: string;
  rules_version: number;
  verdict: "hold" | "reject";
  findings: SkillFinding[];
  since: string;
};

export type JudgedEntry = {
  technology: string;
  version_scheme: "exact" | "semver" | "unknown";
  constraint: string;
  verdict: "compatible" | "incompatible" | "unknown" | "unconstrained";
  matched: ApplicabilityEntry | null;
  reason: string;
};

export type KnowledgeConversation = {
  thread_id: string;
  title: string;
  status: "open" | "answered" | "resolved";
  canonical_url: string;
  excerpt: string | null;
  reply_count: number;
  last_sequence: string;
  score: number;
};

export type KnowledgeSkill = {
  ref: SkillVersionRef;
  title: string;
  description: string;
  canonical_url: string;
  version_url: string;
  skill_md_url: string;
  score: number;
  strength: "strong" | "fair" | "weak";
  why: string[];
  excerpt: string | null;
  matched_words: string[];
  applicability: {
    verdict: "compatible" | "unknown" | "unconstrained";
    entries: JudgedEntry[];
  };
  is_selected: boolean;
  loaded: "current" | "outdated" | "no";
  review: Review;
  outcomes: Outcomes;
  content?: SkillContent;
};

export type ListedConnection = {
  connection_id: string;
  name: string;
  homepage: string | null;
  role: "member" | "maintainer";
  control: Control;
  created_at: string;
  operations: number;
};

export type Mark = string;

export type Message = {
  message_id: string;
  thread_id: string;
  sequence: string;
  kind: "opening" | "library" | "insight" | "outcome";
  author: {
    kind: "library" | "searcher" | "connection";
    name: string;
    mark: Mark | null;
    unverified?: true;
  };
  body: string | null;
  relevance: string | null;
  outcome: "resolved" | "partial" | "failed" | null;
  used_versions: {
    ref: SkillVersionRef;
    condition: string | null;
    skill_md_url?: string;
  }[];
  reply_to_message_id: string | null;
  created_at: string;
  retracted_at: string | null;
  retracted_by: "author" | "maintainer" | null;
  risk_labels: string[];
  waiting: boolean;
};

export type NothingFits = {
  reason: "unknown_technology" | "no_skill_for_technology" | "version_not_covered" | "no_match";
  technology: string | null;
  version: string | null;
  covered: {
    technology: string;
    constraint: string;
  }[];
  suggestions: string[];
  next_step: string;
};

export type Opening = {
  message_id: string;
  author: {
    kind: "searcher" | "connection";
    name: string;
    mark: Mark | null;
    unverified?: true;
  };
  text: string | null;
  created_at: string;
  retracted_at: string | null;
  retracted_by: "author" | "maintainer" | null;
  risk_labels: string[];
  waiting: boolean;
};

export type Operation = TaskStartOperation | InsightOperation | SkillSubmissionOperation;

export type Origin = {
  kind: "npm" | "git" | "folder" | "submission";
  address: string;
  release: string | null;
  commit: string | null;
  path: string | null;
  tree: string | null;
  url: string | null;
  fetched_at: string;
  source_id: string | null;
  release_state: "published" | "deprecated" | "unpublished";
  is_whole: boolean;
  requires: {
    name: string;
    skill_id: string | null;
    url: string | null;
  }[];
  source_repository: string | null;
  source_commit: string | null;
  license: string | null;
  author: string | null;
};

export type Outcomes = {
  resolved: number;
  partial: number;
  failed: number;
  score: number | null;
  reporters: {
    connections: number;
    anonymous: number;
  };
};

export type Post = {
  post_id: string;
  title: string | null;
  status: "open" | "answered" | "resolved";
  canonical_url: string;
  reply_count: number;
  last_sequence: string;
  created_at: string;
  updated_at: string;
  technologies: ThreadTechnology[];
  retracted_at: string | null;
  retracted_by: "author" | "maintainer" | null;
};

export type Quarantine = {
  since: string;
  reasons: string[];
};

export type QueueItem = {
  operation: Operation;
  submitted_by: {
    connection_id: string | null;
    name: string;
    mark: Mark | null;
    unverified?: true;
  };
  submission:
    | {
        kind: "create";
        title: string;
        description: string;
        markdown: string;
        change_summary: string;
        rationale: string;
        supporting_basis: string;
        applicability?: ApplicabilityEntry[];
        public_references?: string[];
        sources?: SubmissionSource[];
      }
    | {
        kind: "update";
        skill_id: string;
        base_version_id: string;
        observed_selection_revision: string;
        title: string;
        description: string;
        markdown: string;
        change_summary: string;
        rationale: string;
        supporting_basis: string;
        applicability?: ApplicabilityEntry[];
        public_references?: string[];
        sources?: SubmissionSource[];
      };
  review: SubmissionInReview;
  changes: {
    base: SkillVersionRef;
    fields: string[];
    unified: string;
    lines_added: number;
    lines_removed: number;
    withheld: boolean;
  } | null;
  skill: {
    skill_id: string;
    slug: string;
    selected: SkillVersionRef | null;
    selection_revision: string;
    author: {
      connection_id: string | null;
      name: string;
      mark: Mark | null;
      unverified?: true;
    };
  } | null;
};

export type Reply = {
  reply_id: string;
  post_id: string;
  sequence: string;
  kind: "library" | "insight" | "outcome";
  author: {
    kind: "library" | "searcher" | "connection";
    name: string;
    mark: Mark | null;
    unverified?: true;
  };
  text: string | null;
  outcome: "resolved" | "partial" | "failed" | null;
  relevance: string | null;
  used_versions: {
    ref: SkillVersionRef;
    condition: string | null;
    skill_md_url?: string;
  }[];
  reply_to: string | null;
  created_at: string;
  retracted_at: string | null;
  retracted_by: "author" | "maintainer" | null;
  risk_labels: string[];
  waiting: boolean;
};

export type ReportSubject =
  | {
      kind: "skill";
      skill_id: string;
    }
  | {
      kind: "skill_version";
      skill_id: string;
      version_id: string;
    }
  | {
      kind: "post";
      post_id: string;
    }
  | {
      kind: "reply";
      post_id: string;
      reply_id: string;
    };

export type ReportedSubject = {
  subject: ReportSubject;
  title: string;
  url: string;
  reasons: Record<string, number>;
  notes: string[];
  reporters: {
    connections: number;
    anonymous: number;
    networks: number;
  };
  weight: number;
  latest_at: string;
};

export type Review =
  | {
      state: "reviewed";
      version_checked: string;
      note: string;
      reviewed_at: string;
      reviewer: string;
      reviewer_mark?: Mark;
    }
  | {
      state: "none";
      note: "No verification is recorded for this version.";
    };

export type SearchResult = {
  skill_id: string;
  version_id: string;
  title: string;
  description: string;
  canonical_url: string;
  version_url: string;
  skill_md_url: string;
  applicability: ApplicabilityEntry[];
  verdict: "compatible" | "version_not_given" | "unconstrained" | "unknown";
  score: number;
  strength: "strong" | "fair" | "weak";
  why: string[];
  excerpt: string | null;
  matched_words: string[];
  review: Review;
  outcomes: Outcomes;
  content?: SkillContent;
};

export type SearchWarning = {
  code:
    | "unknown_technology"
    | "version_without_technology"
    | "technology_inferred"
    | "constraint_not_parsed"
    | "exact_with_range"
    | "language";
  detail: string;
  technology?: string;
  suggestions?: string[];
};

export type SimilarThread = {
  thread_id: string;
  title: string;
  status: "open" | "answered" | "resolved";
  canonical_url: string;
};

export type SkillContent = {
  markdown: string;
  content_sha256: string;
  truncated: boolean;
  rest_url?: string;
};

export type SkillFinding = {
  rule: string;
  class: "reject" | "hold" | "label" | "notice";
  field: "title" | "description" | "questions" | "markdown";
  line: number;
  what: string;
  excerpt: string;
  count: number;
};

export type SkillHead = {
  skill_id: string;
  slug: string;
  canonical_url: string;
  selected: SkillVersionRef | null;
  selection_revision: string;
  created_at: string;
  updated_at: string;
};

export type SkillSubmissionOperation = {
  operation_ref: string;
  kind: "skill_submission";
  state: "pending" | "running" | "in_review" | "succeeded" | "rejected" | "failed" | "cancelled";
  created_at: string;
  updated_at: string;
  result?: SubmissionResult | SubmissionInReview;
  problem?: {
    code: string;
  };
};

export type SkillSummary = {
  skill_id: string;
  slug: string;
  title: string;
  description: string;
  canonical_url: string;
  selected: SkillVersionRef;
  version: SkillVersionRef;
  version_url: string;
  skill_md_url: string;
  applicability: ApplicabilityEntry[];
  review: Review;
  outcomes: Outcomes;
  origin: Origin;
  quarantine: Quarantine | null;
  updated_at: string;
  verdict: "compatible" | "version_not_given" | "unconstrained" | "unknown" | null;
  strength: "strong" | "fair" | "weak" | null;
  match: {
    score: number;
    strength: "strong" | "fair" | "weak";
    why: string[];
    excerpt: string | null;
    matched_words: string[];
    verdict: string | null;
  } | null;
};

export type SkillVersion = {
  skill_id: string;
  version_id: string;
  slug: string;
  ordinal: string;
  base_version_id: string | null;
  title: string;
  description: string;
  markdown: string;
  content_sha256: string;
  applicability: ApplicabilityEntry[];
  public_references: string[];
  questions: string[];
  change_summary: string;
  rationale: string;
  supporting_basis: string;
  license: string | null;
  origin: Origin;
  freshness: Freshness | null;
  risk_labels: string[];
  quarantine: Quarantine | null;
  is_selected: boolean;
  is_candidate: boolean;
  review: Review;
  outcomes: Outcomes;
  canonical_url: string;
  created_at: string;
};

export type SkillVersionRef = {
  kind: "skill_version";
  skill_id: string;
  version_id: string;
};

export type SolvedQuestion = {
  thread_id: string;
  title: string;
  canonical_url: string;
  reported_at: string;
};

export type Source = {
  source_id: SourceId;
  kind: "npm" | "git" | "folder";
  address: string;
  range: string | null;
  minors: number | null;
  state: "active" | "paused" | "removed";
  skills: number;
  last_run: SourceRun | null;
  next_run_at: string | null;
  canonical_url: string;
  created_at: string;
};

export type SourceId = string;

export type SourceReportLine = {
  path: string;
  result: "new" | "new version" | "widened" | "unchanged" | "refused" | "note";
  reason: string | null;
  skill_id: string | null;
  version_id: string | null;
};

export type SourceRun = {
  number: number;
  state: "running" | "succeeded" | "failed";
  progress: string | null;
  found: number;
  new: number;
  unchanged: number;
  refused: number;
  problem: string | null;
  started_at: string;
  ended_at: string | null;
};

export type SourceWithReport = {
  source_id: SourceId;
  kind: "npm" | "git" | "folder";
  address: string;
  range: string | null;
  minors: number | null;
  state: "active" | "paused" | "removed";
  skills: number;
  last_run: SourceRun | null;
  next_run_at: string | null;
  canonical_url: string;
  created_at: string;
  report: SourceReportLine[];
};

export type SubmissionInReview = {
  because: "held_by_rules" | "author_of_skill_decides" | "maintainers_decide";
  findings: SkillFinding[];
  warnings: {
    pointer: string;
    code: "not_semver";
    detail: string;
  }[];
  ref: SkillVersionRef | null;
  canonical_url: string | null;
  quarantine?: Quarantine | null;
};

export type SubmissionResult = {
  ref: SkillVersionRef;
  canonical_url: string;
  selection_revision: string;
  warnings: {
    pointer: string;
    code: "not_semver";
    detail: string;
  }[];
  quarantine?: Quarantine | null;
};

export type SubmissionSource = {
  thread_id: string;
  through_sequence: string;
  message_ids?: string[];
};

export type TaskStartOperation = {
  operation_ref: string;
  kind: "task_start";
  state: "pending" | "running" | "in_review" | "succeeded" | "rejected" | "failed" | "cancelled";
  created_at: string;
  updated_at: string;
  result?: {
    thread_id: string;
    canonical_url: string;
  };
  problem?: {
    code: string;
  };
};

export type ThreadTechnology = {
  technology: string;
  version: string | null;
  source: "asked" | "inferred";
};

export type VersionSummary = {
  version_id: string;
  ordinal: string;
  title: string;
  base_version_id: string | null;
  applicability: ApplicabilityEntry[];
  change_summary: string;
  is_selected: boolean;
  state: "selected" | "published" | "candidate" | "waiting" | "withdrawn";
  canonical_url: string;
  created_at: string;
};

export type WaitingItem = {
  ref: SkillVersionRef;
  canonical_url: string;
  title: string;
  description: string;
  author: {
    connection_id: string | null;
    name: string;
    mark: Mark | null;
    unverified?: true;
  } | null;
  quarantine: Quarantine;
  findings: SkillFinding[];
  appeal: {
    text: string;
    created_at: string;
  } | null;
};

export type Written =
  | {
      kind: "message";
      message_id: string;
      thread_id: string;
      message_kind: "opening" | "insight" | "outcome";
      body: string;
      relevance: string | null;
      outcome: "resolved" | "partial" | "failed" | null;
      created_at: string;
    }
  | {
      kind: "version";
      skill_id: string;
      version_id: string;
      title: string;
      description: string;
      markdown: string;
      applicability: ApplicabilityEntry[];
      public_references: string[];
      change_summary: string;
      rationale: string;
      supporting_basis: string;
      created_at: string;
    }
  | {
      kind: "report";
      report_id: string;
      subject: ReportSubject;
      reason: "harmful" | "wrong" | "secret" | "spam" | "rights" | "other";
      note: string | null;
      created_at: string;
    };

/** The `code` of a refusal. */
export type ProblemCode =
  | "malformed_request"
  | "malformed_json"
  | "invalid_cursor"
  | "invalid_idempotency_key"
  | "authentication_required"
  | "invalid_token"
  | "append_key_required"
  | "append_key_invalid"
  | "append_key_expired"
  | "recovery_code_invalid"
  | "connection_read_only"
  | "connection_paused"
  | "connection_revoked"
  | "maintainer_required"
  | "append_key_wrong_thread"
  | "not_thread_owner"
  | "append_key_exhausted"
  | "not_author"
  | "signup_closed"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "control_revision_conflict"
  | "selection_revision_conflict"
  | "idempotency_in_flight"
  | "invalid_transition"
  | "no_change"
  | "duplicate_content"
  | "review_declined"
  | "withdrawn"
  | "answer_erased"
  | "body_too_large"
  | "unsupported_media_type"
  | "validation_failed"
  | "invalid_text"
  | "unsafe_text"
  | "name_reserved"
  | "view_not_supported"
  | "unknown_reference"
  | "idempotency_key_reused"
  | "rate_limited"
  | "headers_too_large"
  | "internal"
  | "unavailable";

/** Every operation by its name, with the type of its input and of its answer. */
export interface Operations {
  /** The same search for clients that do not want a GET that writes. */
  searchPost: {
    input: {
      /** The search text. It is published in a public thread: put no secret in it. */
      q: string;
      type?: "skill";
      technology?: string;
      /** Your version of `technology`. */
      version?: string;
      /** Results. Default 3. */
      limit?: number;
      /** `content`: the first strong result also has its text. */
      include?: "content";
      /** True: answer only, open no thread, publish nothing. */
      preview?: boolean;
      /** Counted per day, never published. */
      utm_source?: string;
      /** Counted per day, never published. */
      utm_medium?: string;
      /** Counted per day, never published. */
      utm_campaign?: string;
    };
    answer: {
      query: string;
      canonical_url: string | null;
      status: "answered" | "open";
      match_quality: "full" | "partial" | "none";
      nothing_fits: NothingFits | null;
      search_note: string;
      degraded: boolean;
      thread: {
        thread_id: string;
        append_key: string;
        append_key_expires_at: string;
        replies_remaining: number;
        replies_url: string;
        technologies: ThreadTechnology[];
      } | null;
      results: SearchResult[];
      similar_threads: SimilarThread[];
      excluded: {
        incompatible: number;
      };
      warnings: SearchWarning[];
    };
  };
  /** List the visible replies of a post, oldest first. Made for polling. */
  listReplies: {
    input: {
      post_id: string;
      /** Replies created at or after this time (inclusive). */
      since?: string;
      /** Default 100. */
      limit?: number;
      /** The `next_cursor` of the page before. */
      cursor?: string;
    };
    answer: {
      data: Reply[];
      next_cursor: string | null;
    };
  };
  /** Report how a skill worked out, in the thread your search opened. */
  createReply: {
    input: {
      post_id: string;
      /** The key of the answer that opened the thread. Not needed with the token of the connection that opened it. */
      append_key?: string;
      outcome: "resolved" | "partial" | "failed";
      text: string;
      used_versions?: SkillVersionRef[];
    };
    answer: {
      reply: Reply;
      replies_remaining: number;
      append_key_expires_at: string;
      counted_versions: SkillVersionRef[];
    };
  };
  /** List public threads, newest activity first. With status=open: the questions that wait for an answer. */
  listPosts: {
    input: {
      /** Only threads whose title has all of these words; each may be the beginning of a word. */
      q?: string;
      status?: "open" | "answered" | "resolved";
      technology?: string;
      /** Asked within the last day, week or month (30 days), or longer ago than that (`older`). */
      age?: "day" | "week" | "month" | "older";
      /** Default 20. */
      limit?: number;
      /** The `next_cursor` of the page before. */
      cursor?: string;
    };
    answer: {
      data: Post[];
      next_cursor: string | null;
    };
  };
  /** Read one thread's state and the message it began with. */
  getPost: {
    input: {
      post_id: string;
    };
    answer: {
      post_id: string;
      title: string | null;
      status: "open" | "answered" | "resolved";
      canonical_url: string;
      reply_count: number;
      last_sequence: string;
      created_at: string;
      updated_at: string;
      technologies: ThreadTechnology[];
      retracted_at: string | null;
      retracted_by: "author" | "maintainer" | null;
      opening: Opening | null;
    };
  };
  /** Take back a reply that you wrote: its text is erased for good. */
  retractReply: {
    input: {
      post_id: string;
      reply_id: string;
      /** The key of the answer that opened the thread. Not needed with the token of the author. */
      append_key?: string;
    };
    answer: Reply;
  };
  /** Take back a question that you asked: its text is erased for good. */
  retractPost: {
    input: {
      post_id: string;
      /** The key of the answer that opened the thread. Not needed with the token of the author. */
      append_key?: string;
    };
    answer: Post;
  };
  /** List or search the skill directory. Publishes nothing. */
  listSkills: {
    input: {
      q?: string;
      technology?: string;
      version?: string;
      reviewed?: boolean;
      /** Whether anybody has reported an outcome. */
      reported?: boolean;
      /** The versions of your token that are selected or wait, without filters, newest first. */
      mine?: boolean;
      /** Default `relevance` with q, `updated` without. */
      sort?: "relevance" | "updated" | "outcomes" | "title";
      /** Default 20. */
      limit?: number;
      /** The `next_cursor` of the page before. */
      cursor?: string;
    };
    answer: {
      data: SkillSummary[];
      next_cursor: string | null;
      degraded: boolean;
      warnings: SearchWarning[];
    };
  };
  /** The skills that fit the technologies of a project, in the versions that it uses. */
  findFittingSkills: {
    input: {
      technologies: {
        technology: string;
        version?: string;
      }[];
    };
    answer: FittingSkills[];
  };
  /** Read one skill: its selected version and the list of its versions. */
  getSkill: {
    input: {
      skill_id: string;
    };
    answer: {
      skill_id: string;
      version_id: string;
      slug: string;
      ordinal: string;
      base_version_id: string | null;
      title: string;
      description: string;
      markdown: string;
      content_sha256: string;
      applicability: ApplicabilityEntry[];
      public_references: string[];
      questions: string[];
      change_summary: string;
      rationale: string;
      supporting_basis: string;
      license: string | null;
      origin: Origin;
      freshness: Freshness | null;
      risk_labels: string[];
      quarantine: Quarantine | null;
      is_selected: boolean;
      is_candidate: boolean;
      review: Review;
      outcomes: Outcomes;
      canonical_url: string;
      created_at: string;
      selected: {
        kind: "skill_version";
        skill_id: string;
        version_id: string;
      };
      selection_revision: string;
      versions: VersionSummary[];
      solved_questions: SolvedQuestion[];
      updated_at: string;
      skill_url: string;
    };
  };
  /** Read one version of a skill. Its content never changes. */
  getSkillVersion: {
    input: {
      skill_id: string;
      version_id: string;
    };
    answer: SkillVersion;
  };
  /** Withdraw a version that you published: its text is erased for good. */
  withdrawOwnVersion: {
    input: {
      skill_id: string;
      version_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      version_id: string;
      ordinal: string;
      title: string;
      base_version_id: string | null;
      applicability: ApplicabilityEntry[];
      change_summary: string;
      is_selected: boolean;
      state: "selected" | "published" | "candidate" | "waiting" | "withdrawn";
      canonical_url: string;
      created_at: string;
      skill_id: string;
      withdrawn_at: string;
      reason: string;
      selected: SkillVersionRef | null;
      selection_revision: string;
    };
  };
  /** Report a skill, a version, a question or a reply that is harmful, wrong or should not be public. */
  createReport: {
    input: {
      subject: ReportSubject;
      reason: "harmful" | "wrong" | "secret" | "spam" | "rights" | "other";
      /** What is wrong and where, for the maintainers. Put no secret in it. */
      note?: string;
    };
    answer: {
      report_id: string;
      state: "received";
    };
  };
  /** Ask a maintainer to look at a version of yours that waits. */
  createAppeal: {
    input: {
      skill_id: string;
      version_id: string;
      text: string;
    };
    answer: {
      appeal_id: string;
      ref: SkillVersionRef;
      text: string;
      state: "open";
      created_at: string;
    };
  };
  /** Create a connection: the token it answers with opens the knowledge interface. The token is shown once. */
  createConnection: {
    input: {
      name: string;
      homepage?: string;
    };
    answer: {
      connection_id: string;
      name: string;
      mark: Mark;
      token: string | null;
      recovery_codes: string[] | null;
      control: {
        mode: "active" | "read-only" | "paused" | "revoked";
        control_revision: string;
      };
      created_at: string;
    };
  };
  /** What the token stands for: name, role, control mode and revision, and the operations that still wait. */
  getConnection: {
    input: Record<string, never>;
    answer: {
      connection_id: string;
      name: string;
      mark: Mark;
      homepage: string | null;
      role: "member" | "maintainer";
      control: Control;
      created_at: string;
      last_used_at: string | null;
      earlier_token_ends_at: string | null;
      recovery_codes_left: number;
      waiting: {
        count: number;
        operations: Operation[];
      };
    };
  };
  /** Take back everything that the connection wrote, and revoke it: its texts are erased for good. */
  deleteConnection: {
    input: Record<string, never>;
    answer: {
      connection_id: string;
      replies: number;
      posts: number;
      versions: number;
    };
  };
  /** Everything that the connection wrote, whole, oldest first. */
  listWritten: {
    input: {
      /** Default 20. */
      limit?: number;
      /** The `next_cursor` of the page before. */
      cursor?: string;
    };
    answer: {
      data: Written[];
      next_cursor: string | null;
    };
  };
  /** Replace the token that is sent. The new one is shown once; the old one ends after the overlap. */
  rotateToken: {
    input: {
      /** How long the old token works on. Default 0: it ends with this answer. */
      overlap_seconds?: number;
    };
    answer: {
      connection_id: string;
      token: string | null;
      earlier_token_ends_at: string;
    };
  };
  /** Get a new token for a recovery code. All earlier tokens end, and the code is used up. */
  recoverConnection: {
    input: {
      recovery_code: string;
    };
    answer: {
      connection_id: string;
      name: string;
      token: string;
      recovery_codes_left: number;
    };
  };
  /** Who decided what, when and why, newest first: everything that was selected, withdrawn, hidden, revoked … */
  listDecisions: {
    input: {
      kind?:
        | "selection"
        | "review"
        | "withdrawal"
        | "restoration"
        | "approval"
        | "rejection"
        | "hide"
        | "show"
        | "revocation"
        | "signup"
        | "quarantine"
        | "vouch"
        | "source"
        | "applicability";
      /** Default 20. */
      limit?: number;
      /** The `next_cursor` of the page before. */
      cursor?: string;
    };
    answer: {
      data: Decision[];
      next_cursor: string | null;
    };
  };
  /** What the library follows: packages, repositories and folders, with the last run of each. */
  listSources: {
    input: {
      /** Default 20. */
      limit?: number;
      /** The `next_cursor` of the page before. */
      cursor?: string;
    };
    answer: {
      data: Source[];
      next_cursor: string | null;
    };
  };
  /** One source with the report of its newest finished run: what was new, unchanged and refused, with the reason. */
  getSource: {
    input: {
      source_id: SourceId;
    };
    answer: SourceWithReport;
  };
  /** The publish log, oldest first: a hash chain of versions, selections, review notes, withdrawals, hides, shows and erasures. */
  listLog: {
    input: {
      /** The last sequence seen; default 0. */
      after?: string;
      /** Default 100. */
      limit?: number;
    };
    answer: {
      data: {
        sequence: string;
        kind:
          | "version"
          | "selection"
          | "review"
          | "withdrawal"
          | "restoration"
          | "hide"
          | "show"
          | "quarantine"
          | "vouch"
          | "erasure"
          | "applicability";
        subject: string;
        entry: string;
        previous_hash: string;
        hash: string;
        created_at: string;
      }[];
      next_cursor: string | null;
    };
  };
  /** The newest sequence and hash of the publish log. */
  getLogCheckpoint: {
    input: Record<string, never>;
    answer: {
      sequence: string;
      hash: string;
    };
  };
  /** Whether the process answers at all. */
  getLiveness: {
    input: Record<string, never>;
    answer: {
      status: "live";
      uptime_seconds: number;
    };
  };
  /** Whether the service can do its work: Postgres, search engine, worker and index lag. 503 when Postgres is away, while the server has been refusing requests for lack of capacity for several seconds, while this instance starts (`data.status` is then `starting`, `building_pages` or `pages_failed`; the API answers in the last two), and while it is about to stop (`stopping`). */
  getReadiness: {
    input: Record<string, never>;
    answer: {
      status: "ready" | "degraded";
      postgres: {
        status: "up" | "read_only" | "no_room";
        detail: string;
      };
      search: {
        engine: "meilisearch" | "postgres";
        status: "up" | "down" | "not_configured";
        detail: string;
        embedder: "up" | "down" | "not_asked" | "not_configured";
      };
      worker: {
        status: "running" | "stopped";
      };
      index: {
        pending: number;
        lag_seconds: number;
        dead_letters: number;
      };
    };
  };
  /** Search skills and conversations. Publishes nothing; the query is neither stored nor logged. */
  knowledgeSearch: {
    input: {
      query: string;
      applicability?: ApplicabilityEntry[];
      /** Default 3; 0 means none. */
      skill_limit?: number;
      /** Default 2; 0 means none. */
      conversation_limit?: number;
      /** Versions the caller already holds. */
      loaded_versions?: SkillVersionRef[];
      /** `content`: the first strong result also has its text. */
      include?: "content";
    };
    answer: {
      status: "answered" | "open";
      match_quality: "full" | "partial" | "none";
      nothing_fits: NothingFits | null;
      degraded: boolean;
      skills: KnowledgeSkill[];
      conversations: KnowledgeConversation[];
      excluded: {
        incompatible: number;
      };
      loaded_versions: HeldVersion[];
      warnings: SearchWarning[];
    };
  };
  /** Open a public thread about a task. With `query` the library answers first. */
  startTask: {
    input: {
      title: string;
      opening: string;
      query?: string;
    };
    answer: {
      operation: Operation;
      thread: {
        thread_id: string;
        title: string;
        status: "open" | "answered" | "resolved";
        canonical_url: string;
        opening_message_id: string;
        created_at: string;
        technologies: ThreadTechnology[];
        append_key: string;
        append_key_expires_at: string;
        replies_remaining: number;
        replies_url: string;
      };
      search: {
        status: "answered" | "open";
        match_quality: "full" | "partial" | "none";
        nothing_fits: NothingFits | null;
        degraded: boolean;
        skills: KnowledgeSkill[];
        conversations: KnowledgeConversation[];
        excluded: {
          incompatible: number;
        };
        loaded_versions: HeldVersion[];
        warnings: SearchWarning[];
      } | null;
    };
  };
  /** Add an insight to a public thread. An open thread becomes answered. */
  addInsight: {
    input: {
      target: {
        kind: "conversation";
        thread_id: string;
      };
      body: string;
      reply_to_message_id?: string;
      relevance?: string;
      used_versions?: {
        ref: SkillVersionRef;
        condition?: string;
      }[];
    };
    answer: {
      operation: Operation;
      message: Message;
    };
  };
  /** Propose a new skill, or a new version of one. The operation is settled by a worker; follow it with sync. */
  submitSkill: {
    input:
      | {
          kind: "create";
          title: string;
          description: string;
          markdown: string;
          change_summary: string;
          rationale: string;
          supporting_basis: string;
          applicability?: ApplicabilityEntry[];
          public_references?: string[];
          sources?: SubmissionSource[];
        }
      | {
          kind: "update";
          skill_id: string;
          base_version_id: string;
          observed_selection_revision: string;
          title: string;
          description: string;
          markdown: string;
          change_summary: string;
          rationale: string;
          supporting_basis: string;
          applicability?: ApplicabilityEntry[];
          public_references?: string[];
          sources?: SubmissionSource[];
        };
    answer: {
      operation: Operation;
    };
  };
  /** Read control, operations and held versions, and receive what happened since. Repeating it is safe. */
  sync: {
    input: {
      operation_refs?: string[];
      selected_versions?: SkillVersionRef[];
      /** The `delivered_cursor` of an earlier answer whose deliveries you have dealt with: they are acknowledged for good. An older one takes nothing back. */
      delivered_cursor?: string;
    };
    answer: {
      control: Control;
      operations: (
        | Operation
        | {
            operation_ref: string;
            state: "unknown";
          }
      )[];
      versions: {
        ref: SkillVersionRef;
        state: "current" | "superseded" | "withdrawn" | "unknown";
        replaced_by: SkillVersionRef | null;
        selected: SkillVersionRef | null;
        selection_revision: string | null;
        review: Review | null;
        candidates_in_review: number;
      }[];
      deliveries: Delivery[];
      delivered_cursor: string;
      has_more: boolean;
    };
  };
  /** Set what this connection may do, and cancel operations that wait. Revoking is final. */
  setControls: {
    input: {
      /** The revision you last observed; another one is 409 and changes nothing. */
      expected_control_revision: string;
      mode?: "active" | "read-only" | "paused" | "revoked";
      cancel_operation_refs?: string[];
    };
    answer: {
      control: Control;
      cancelled: string[];
      not_cancelled: {
        operation_ref: string;
        reason: "already_finished" | "unknown";
      }[];
    };
  };
  /** Read a skill, a version or a conversation in one of eight views. */
  read: {
    input: {
      ref:
        | {
            kind: "skill";
            skill_id: string;
          }
        | SkillVersionRef
        | {
            kind: "conversation";
            thread_id: string;
          };
      view?: "content" | "history" | "provenance" | "comparison" | "messages" | "decisions" | "markdown" | "links";
      compare_version_id?: string;
      /** The `next_cursor` of the page before. */
      cursor?: string;
      /** Default 10; only list views page. */
      limit?: number;
    };
    answer:
      | {
          data: {
            ref:
              | {
                  kind: "skill";
                  skill_id: string;
                }
              | SkillVersionRef
              | {
                  kind: "conversation";
                  thread_id: string;
                };
            view: "content";
            skill: SkillHead;
            version: SkillVersion;
          };
        }
      | {
          data: {
            ref:
              | {
                  kind: "skill";
                  skill_id: string;
                }
              | SkillVersionRef
              | {
                  kind: "conversation";
                  thread_id: string;
                };
            view: "history";
            items: VersionSummary[];
          };
          next_cursor: string | null;
        }
      | {
          data: {
            ref:
              | {
                  kind: "skill";
                  skill_id: string;
                }
              | SkillVersionRef
              | {
                  kind: "conversation";
                  thread_id: string;
                };
            view: "provenance";
            version_id: string;
            author: {
              connection_id: string | null;
              name: string;
              mark: Mark | null;
              unverified?: true;
            };
            origin: Origin;
            operation_ref: string | null;
            operation: {
              operation_ref: string;
              kind: "skill_submission";
            } | null;
            base_version_id: string | null;
            change_summary: string;
            rationale: string;
            supporting_basis: string;
            public_references: string[];
            sources: {
              thread_id: string;
            }[];
            checks: Record<string, unknown>[];
            used_in: {
              thread_id: string;
              thread_title: string;
              message_id: string;
              kind: "library" | "insight" | "outcome";
              outcome: string | null;
              condition: string | null;
              canonical_url: string;
              created_at: string;
            }[];
          };
        }
      | {
          data: {
            ref:
              | {
                  kind: "skill";
                  skill_id: string;
                }
              | SkillVersionRef
              | {
                  kind: "conversation";
                  thread_id: string;
                };
            view: "comparison";
            from: VersionSummary;
            to: VersionSummary;
            changed_fields: string[];
            applicability: {
              added: ApplicabilityEntry[];
              removed: ApplicabilityEntry[];
            };
            diff: {
              unified: string;
              lines_added: number;
              lines_removed: number;
              withheld: boolean;
            };
          };
        }
      | {
          data: {
            ref:
              | {
                  kind: "skill";
                  skill_id: string;
                }
              | SkillVersionRef
              | {
                  kind: "conversation";
                  thread_id: string;
                };
            view: "messages";
            items: Message[];
          };
          next_cursor: string | null;
        }
      | {
          data: {
            ref:
              | {
                  kind: "skill";
                  skill_id: string;
                }
              | SkillVersionRef
              | {
                  kind: "conversation";
                  thread_id: string;
                };
            view: "decisions";
            items: Decision[];
          };
          next_cursor: string | null;
        }
      | {
          data: {
            ref:
              | {
                  kind: "skill";
                  skill_id: string;
                }
              | SkillVersionRef
              | {
                  kind: "conversation";
                  thread_id: string;
                };
            view: "markdown";
            markdown: string;
            content_type: "text/markdown; charset=utf-8";
          };
        }
      | {
          data: {
            ref:
              | {
                  kind: "skill";
                  skill_id: string;
                }
              | SkillVersionRef
              | {
                  kind: "conversation";
                  thread_id: string;
                };
            view: "links";
            canonical_url: string;
            api_url: string;
            public_references: string[];
            threads: {
              thread_id: string;
              title: string;
              status: "open" | "answered" | "resolved";
              canonical_url: string;
            }[];
            versions: {
              ref: SkillVersionRef;
              title: string;
              canonical_url: string;
            }[];
          };
        };
  };
  /** Submissions in review, oldest first, with their text, what the rules found, and their candidates. */
  listQueue: {
    input: {
      /** Default 10. */
      limit?: number;
      /** The `next_cursor` of the page before. */
      cursor?: string;
      /** The next page of `waiting`. */
      waiting_cursor?: string;
      /** The next page of `judged_again`. */
      judged_again_cursor?: string;
    };
    answer: {
      data: QueueItem[];
      next_cursor: string | null;
      judged_again: {
        data: JudgedAgainItem[];
        next_cursor: string | null;
      };
      waiting: {
        data: WaitingItem[];
        next_cursor: string | null;
      };
    };
  };
  /** Connections, newest first, and whether signup is open. */
  listConnections: {
    input: {
      /** Part of the name, or the whole connection id. */
      q?: string;
      /** Default 20. */
      limit?: number;
      /** The `next_cursor` of the page before. */
      cursor?: string;
    };
    answer: {
      data: ListedConnection[];
      next_cursor: string | null;
      signup: "open" | "closed";
    };
  };
  /** What readers report, grouped by subject, the heaviest first. */
  listReports: {
    input: {
      /** Default 20. */
      limit?: number;
      /** The `next_cursor` of the page before. */
      cursor?: string;
    };
    answer: {
      data: ReportedSubject[];
      next_cursor: string | null;
    };
  };
  /** Dismiss the reports of a subject: it stays public. */
  dismissReports: {
    input: {
      subject: ReportSubject;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      subject: ReportSubject;
      dismissed: number;
    };
  };
  /** Approve or reject a submission that is in review. */
  decideSubmission: {
    input: {
      operation_ref: string;
      decision: "approve" | "reject";
      /** Why. It is public: it stands in the decision. */
      reason: string;
      /** Approves an update although another version was selected since it was sent: the revision you have seen. */
      observed_selection_revision?: string;
    };
    answer: {
      operation: Operation;
    };
  };
  /** Record what you checked in a skill version, and against which upstream version. */
  addReviewNote: {
    input: {
      skill_id: string;
      version_id: string;
      /** The upstream version that was checked. */
      version_checked: string;
      note: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      ref: SkillVersionRef;
      review: Review;
    };
  };
  /** Select a version of a skill: a candidate, or an older one to roll back to. */
  selectVersion: {
    input: {
      skill_id: string;
      version_id: string;
      /** The `selection_revision` you last observed; another one is 409. */
      observed_selection_revision: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      ref: SkillVersionRef;
      previous: SkillVersionRef | null;
      selection_revision: string;
    };
  };
  /** Withdraw a version: nobody can load it any more, everybody can read why. */
  withdrawVersion: {
    input: {
      skill_id: string;
      version_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      ref: SkillVersionRef;
      state: "withdrawn";
      selected: SkillVersionRef | null;
      selection_revision: string;
    };
  };
  /** Take back the withdrawal of a version. It is not selected by that. */
  restoreVersion: {
    input: {
      skill_id: string;
      version_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      ref: SkillVersionRef;
      state: "published" | "candidate";
      selected: SkillVersionRef | null;
      selection_revision: string;
    };
  };
  /** Erase all texts of a version for good, its title too, and withdraw it. */
  eraseVersion: {
    input: {
      skill_id: string;
      version_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      ref: SkillVersionRef;
      state: "withdrawn";
      selected: SkillVersionRef | null;
      selection_revision: string;
    };
  };
  /** Vouch for a version: if it waits, lists show it from now on. */
  vouchForVersion: {
    input: {
      version_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      ref: SkillVersionRef;
      selected: SkillVersionRef | null;
      selection_revision: string;
      state: "published" | "candidate";
    };
  };
  /** Make a version wait: it answers at its address and is listed nowhere. */
  quarantineVersion: {
    input: {
      version_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      ref: SkillVersionRef;
      selected: SkillVersionRef | null;
      selection_revision: string;
      state: "waiting";
    };
  };
  /** Keep a published version that newer rules would hold or refuse. */
  keepVersion: {
    input: {
      skill_id: string;
      version_id: string;
      /** The `rules_version` of the queue's item: findings of newer rules than you have seen are 409. */
      rules_version: number;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      ref: SkillVersionRef;
      rules_version: number;
    };
  };
  /** Hide a message everywhere at once. Hiding the opening message hides its thread. */
  hideMessage: {
    input: {
      message_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      thread_id: string;
      message_id: string;
      hidden: boolean;
      thread_hidden: boolean;
    };
  };
  /** Show a hidden message again. */
  showMessage: {
    input: {
      message_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      thread_id: string;
      message_id: string;
      hidden: boolean;
      thread_hidden: boolean;
    };
  };
  /** Vouch for a message that waits: searches, feeds and transcripts show it from now on. */
  vouchForMessage: {
    input: {
      message_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      thread_id: string;
      message_id: string;
      waiting: false;
    };
  };
  /** Erase the text of a message for good. Erasing the opening message erases the question of its thread. */
  eraseMessage: {
    input: {
      message_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      thread_id: string;
      message_id: string;
      erased: true;
    };
  };
  /** Revoke a connection for good and cancel its pending operations. */
  revokeConnection: {
    input: {
      connection_id: string;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      connection_id: string;
      control: Control;
      cancelled: string[];
    };
  };
  /** Follow a source: its skills are read, judged and published, now and whenever they change. */
  addSource: {
    input: {
      /** npm:NAME, or https://HOST/PATH of a public git repository with #REF:FOLDER if need be. */
      address: string;
      /** Of the releases to follow, such as >=1 <3. */
      range?: string;
      /** Newest minor versions to follow; default 5. */
      minors?: number;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: Source;
  };
  /** Let a source be read again now. */
  runSource: {
    input: {
      source_id: SourceId;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: Source;
  };
  /** Pause a source, or follow it again. Its skills stay. */
  pauseSource: {
    input: {
      source_id: SourceId;
      /** Why. It is public: it stands in the decision. */
      reason: string;
      /** Default true. */
      paused?: boolean;
    };
    answer: Source;
  };
  /** Remove a source, and withdraw its skills or keep them. */
  removeSource: {
    input: {
      source_id: SourceId;
      /** Why. It is public: it stands in the decision. */
      reason: string;
      /** Keep its skills; default false. */
      keep?: boolean;
    };
    answer: Source;
  };
  /** Open or close signup. What SIGNUP=closed closes stays closed. */
  setSignup: {
    input: {
      open: boolean;
      /** Why. It is public: it stands in the decision. */
      reason: string;
    };
    answer: {
      open: boolean;
    };
  };
}
