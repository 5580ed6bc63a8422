import { env } from "@/lib/platform/env";
import type { Document } from "@/lib/server/formats/document";

const KEEP_SECONDS = 3_600;
const TYPE = "application/yaml; charset=utf-8";

/** A workflow for GitHub Actions to copy: in a pull request, whether every locked skill fits. */
export function githubWorkflow(): Document {
  const program = `npx --yes ${env().BASE_URL}/client.tgz`;
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: GitHub puts the values here.
  const text = `# Copy this file to .github/workflows/cairn.yml. It fails when a skill of cairn.lock does not fit the project.
# It sends the ids of these skills, and the names and versions of the dependencies that the pull request changes.
name: Cairn
on: pull_request
permissions:
  contents: read
jobs:
  skills:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - name: Check that every skill fits
        env:
          BASE: \${{ github.event.pull_request.base.sha }}
        run: |
          ${program} check --base "$BASE" --format markdown >> "$GITHUB_STEP_SUMMARY" || test $? -eq 1
          ${program} check --base "$BASE" --format github
`;
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: GitHub puts the values here.
  return { type: TYPE, text, keep: KEEP_SECONDS };
}

/** The same as a job for GitLab, with a report to download. */
export function gitlabJob(): Document {
  const program = `npx --yes ${env().BASE_URL}/client.tgz`;
  const text = `# Add this job to .gitlab-ci.yml. It fails when a skill of cairn.lock does not fit the project.
# It sends the ids of these skills, and the names and versions of the dependencies that the merge request changes.
cairn:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  variables:
    GIT_DEPTH: "0"
  script:
    - ${program} check --base "$CI_MERGE_REQUEST_DIFF_BASE_SHA" --format markdown > cairn.md || test $? -eq 1
    - ${program} check --base "$CI_MERGE_REQUEST_DIFF_BASE_SHA"
  artifacts:
    when: always
    paths: [cairn.md]
`;
  return { type: TYPE, text, keep: KEEP_SECONDS };
}
