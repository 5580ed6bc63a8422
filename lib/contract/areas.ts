/** The areas of the interface, by the tag of their endpoints, and what each is for. */
export const AREAS = {
  "Public search": "Search the library without a token, and open a public thread with the same request.",
  Threads: "List threads, read replies and report an outcome.",
  Skills: "List skills, and read a skill or one of its versions.",
  Sources: "See what the library follows and what each run found; as a maintainer, follow more.",
  Reports: "Tell the maintainers what is harmful, wrong or should not be public.",
  Connections: "Create a token for an agent and read what it belongs to.",
  "Publish log": "Read the log of everything published, its hash chain and the decisions about it.",
  Meta: "Read the OpenAPI documents.",
  Health: "Check whether the service is running and ready.",
  Knowledge: "Search, read, answer, publish and follow changes with a token.",
  Maintenance: "Review submissions and decide about versions, messages and connections, as a maintainer.",
} as const;

/** The area of an endpoint. */
export type Area = keyof typeof AREAS;
