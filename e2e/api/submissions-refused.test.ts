import { expect, test } from "@/e2e/support/api";
import { database, publishSkill } from "@/e2e/support/fixtures";
import { connect, conversation, nothing } from "@/e2e/support/knowledge";
import { creation, update } from "@/e2e/support/submitting";
import { submitSkill } from "@/lib/contract/knowledge/submissions";

/** Assembled here, so that secret scanners do not report this file. */
const SECRET = `ghp_${"aB3dE6gH9jK2".repeat(3)}`;

const pointers = (problem: { errors?: Array<{ pointer?: string; code: string }> | undefined }) =>
  (problem.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort();

test.describe("401", () => {
  test("a submission needs a token", async ({ api }) => {
    await api.refused(submitSkill, "authentication_required", creation());
  });
});

test.describe("404, 409", () => {
  test("an update of a skill that does not exist is 404", async ({ api }) => {
    const caller = await connect(api);
    await caller.refused(submitSkill, "not_found", update(nothing, "0"));
  });

  test("a selection revision other than the current one is 409, and the error names the current one", async ({
    api,
  }) => {
    const [skill, caller] = await Promise.all([publishSkill(), connect(api)]);
    const problem = await caller.refused(submitSkill, "selection_revision_conflict", update(skill, "0"));
    const members: unknown = problem;
    expect(members).toMatchObject({ detail: "expected 0, current 1" });
    const sent = await api.post(submitSkill.path, update(skill, "7"), caller.headers);
    expect(JSON.parse(sent.text)).toMatchObject({
      status: 409,
      current_selection_revision: "1",
      current_version_id: skill.version_id,
    });
  });
});

test.describe("413", () => {
  test("a body over 256 KiB is refused", async ({ api }) => {
    const caller = await connect(api);
    const sent = await api.post(submitSkill.path, creation({ rationale: "x".repeat(262_144) }), caller.headers);
    expect(api.problemOf(sent).code).toBe("body_too_large");
  });
});

test.describe("422", () => {
  test("a missing or unknown kind is reported together with errors common to all kinds", async ({ api }) => {
    const caller = await connect(api);
    const { kind: _, ...rest } = creation();
    expect(pointers(await caller.refused(submitSkill, "validation_failed", rest))).toEqual(["/kind required"]);
    for (const kind of ["Create", "", null, 1, ["create"]]) {
      const problem = await caller.refused(submitSkill, "validation_failed", { ...rest, kind });
      expect(pointers(problem), String(kind)).toEqual(["/kind invalid_choice"]);
      expect(problem.errors?.[0]?.detail).toBe('must be one of "create", "update"');
    }
    const { title: _title, ...without } = rest;
    const wrong = { ...without, description: "", sources: [{ thread_id: "thr_1", more: 1 }], skill_id: 1, extra: true };
    expect(pointers(await caller.refused(submitSkill, "validation_failed", wrong))).toEqual([
      "/description too_short",
      "/extra unknown_field",
      "/kind required",
      "/sources/0/more unknown_field",
      "/sources/0/thread_id invalid_format",
      "/sources/0/through_sequence required",
      "/title required",
    ]);
    expect(pointers(await caller.refused(submitSkill, "validation_failed", {}))).toEqual([
      "/change_summary required",
      "/description required",
      "/kind required",
      "/markdown required",
      "/rationale required",
      "/supporting_basis required",
      "/title required",
    ]);
  });

  test("an update names its skill, its base and the observed revision, and a creation may not", async ({ api }) => {
    const caller = await connect(api);
    const problem = await caller.refused(submitSkill, "validation_failed", creation({ kind: "update" }));
    expect(pointers(problem)).toEqual([
      "/base_version_id required",
      "/observed_selection_revision required",
      "/skill_id required",
    ]);
    const other = await caller.refused(submitSkill, "validation_failed", update(nothing, "0", { kind: "create" }));
    expect(pointers(other)).toEqual([
      "/base_version_id unknown_field",
      "/observed_selection_revision unknown_field",
      "/skill_id unknown_field",
    ]);
  });

  test("all wrong fields of a variant are reported at once", async ({ api }) => {
    const caller = await connect(api);
    const wrong = update(nothing, "01", {
      title: "",
      description: "x".repeat(501),
      change_summary: "x".repeat(1_001),
      rationale: 1,
      supporting_basis: "x".repeat(4_001),
      applicability: [{ technology: "x", version_scheme: "range", constraint: "" }],
      public_references: ["ftp://example.com"],
      sources: [
        { thread_id: "thr_1", through_sequence: 1, message_ids: Array.from({ length: 9 }, () => nothing.message_id) },
      ],
      extra: true,
    });
    expect(pointers(await caller.refused(submitSkill, "validation_failed", wrong))).toEqual([
      "/applicability/0/constraint too_short",
      "/applicability/0/version_scheme invalid_choice",
      "/change_summary too_long",
      "/description too_long",
      "/extra unknown_field",
      "/observed_selection_revision invalid_format",
      "/public_references/0 invalid_format",
      "/rationale invalid_type",
      "/sources/0/message_ids too_many",
      "/sources/0/thread_id invalid_format",
      "/sources/0/through_sequence invalid_type",
      "/supporting_basis too_long",
      "/title too_short",
    ]);
  });

  test("a secret or hidden character in any text is refused at once, reported and never stored", async ({ api }) => {
    const caller = await connect(api);
    const texts = ["title", "description", "markdown", "change_summary", "rationale", "supporting_basis"];
    for (const field of texts) {
      const problem = await caller.refused(submitSkill, "unsafe_text", creation({ [field]: `Use ${SECRET} for it` }));
      expect(pointers(problem), field).toEqual([`/${field} secret_github_token`]);
      expect(JSON.stringify(problem)).not.toContain(SECRET);
    }
    const hidden = await caller.refused(
      submitSkill,
      "unsafe_text",
      creation({ markdown: "# Title\n\nturn\u202Eback" }),
    );
    expect(pointers(hidden)).toEqual(["/markdown bidi_control"]);
    const around = creation({
      applicability: [{ technology: SECRET, version_scheme: "exact", constraint: "1" }],
      public_references: [`https://example.com/?key=${SECRET}`],
    });
    expect(pointers(await caller.refused(submitSkill, "unsafe_text", around))).toEqual([
      "/applicability/0/technology secret_github_token",
      "/public_references/0 secret_github_token",
    ]);
    const rows = await database()`select from operations o where o.connection_id = ${caller.connection_id}`;
    expect(rows).toHaveLength(0);
  });

  test("an unknown base version and unknown sources are all reported at once", async ({ api }) => {
    const [skill, other, caller] = await Promise.all([publishSkill(), publishSkill(), connect(api)]);
    const { thread } = await caller.startTask();
    const { thread: foreign } = await caller.startTask();
    const base = await caller.refused(
      submitSkill,
      "unknown_reference",
      update({ ...skill, version_id: other.version_id }, "1"),
    );
    expect(pointers(base)).toEqual(["/base_version_id unknown_reference"]);
    const sources = [
      { thread_id: thread.thread_id, through_sequence: "1" },
      { thread_id: nothing.thread_id, through_sequence: "0" },
      { thread_id: thread.thread_id, through_sequence: "9223372036854775807" },
      {
        thread_id: thread.thread_id,
        through_sequence: "0",
        message_ids: [thread.opening_message_id, foreign.opening_message_id],
      },
    ];
    const problem = await caller.refused(submitSkill, "unknown_reference", creation({ sources }));
    expect(pointers(problem)).toEqual([
      "/sources/1/thread_id unknown_reference",
      "/sources/2/through_sequence unknown_reference",
      "/sources/3/message_ids/1 unknown_reference",
    ]);
    expect((await caller.read(conversation(thread.thread_id))).data.view).toBe("messages");
  });
});
