// Questions that a project keeps ready, and agents that can be started.

export interface TemplateVariable {
  name: string;
  description?: string;
  required: boolean;
  default?: string;
  /** What of the project it is taken from when it is not given. */
  from?: string;
}

export interface TemplateCard {
  name: string;
  description: string | null;
  origin: "project" | "user";
  variables: TemplateVariable[];
  mistakes: { path: string; message: string }[];
}

/** What can be started here. */
export interface HostedAgents {
  agents: { agent: string; name: string }[];
  /** Where an agent works when no folder is named. */
  project: string | null;
}

/** An agent to start, or to go on with. */
export interface TaskWish {
  agent: string;
  prompt?: string;
  cwd?: string;
  session_id?: string;
  /** The conversation that a new one begins as. */
  fork?: string;
  scenario?: string;
}
