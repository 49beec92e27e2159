// memtide for OpenClaw: it hands what is said to memtide-hook, and what that answers to the
// model. "memtide install openclaw" has written it, and writes it anew.
//
// A memory that is not there must never stop an agent: nothing here throws, prints or waits
// for long.
import { spawn } from "node:child_process";

const LONGEST = 5_000; // ms of one run of memtide-hook, which ends itself within 300 to 800
const AFTER_EXIT = 200; // ms in which what it has written is there
const MOST_OUT = 64 << 10; // characters of its answer; a block has 8,000 bytes
const MOST_TOLD = 16_000; // characters of memories that go along with each prompt of a session
const MOST_KEPT = 256; // sessions, and runs

// OpenClaw loads a plugin more than once into its process, and gives some events to the one
// and some to the other: what they know they know together.
//
// sessions: what the agent was told in each. OpenClaw gives the context of a prompt to the model
// with this prompt and does not keep it: in the next one it would be missing, and memtide says
// nothing twice. So it goes along with every later prompt of the session.
//
// runs: the session in which each was handed over. What answers a prompt of a machine is told by
// no field at its end, and a session that is compacted in a run may go on as another one.
const { sessions, runs } = (globalThis[Symbol.for("memtide.openclaw")] ??= { sessions: new Map(), runs: new Map() });

/** keep sets what a map has for a key, and forgets the key that was used longest ago. */
function keep(map, key, value) {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST_KEPT) map.delete(map.keys().next().value);
}

const runOf = (ctx) => ctx?.runId ?? `of ${ctx?.sessionId}`;

/** spoken reports whether it was the user who said something, and to the agent alone. */
function spoken(ctx) {
  if (!ctx?.sessionId || (ctx.trigger ?? "user") !== "user") return false; // a heartbeat, a cron job, a run of the program's own
  if ((ctx.inputProvenance?.kind ?? "external_user") !== "external_user") return false; // another session, the program itself
  return reported(ctx);
}

/** reported reports whether a session is the user's: no sub-agent, and no room of several people. */
function reported(ctx) {
  const key = String(ctx?.sessionKey ?? "").toLowerCase().replace(/^agent:[^:]*:/, "");
  if (!ctx?.sessionId || /^(subagent|acp|cron|hook)[:-]/.test(key)) return false;
  return key.startsWith("explicit:") || !/:(group|channel|room)s?:/.test(":" + key);
}

/** ask runs memtide-hook for one event and returns what it says to the model, "" for nothing. */
function ask(hook, name, ctx, more) {
  return new Promise((resolve) => {
    const payload = { hook_event_name: name, session_id: ctx.sessionId, prompt_id: ctx.runId, cwd: ctx.workspaceDir, ...more };
    let out = "";
    try {
      const child = spawn(hook, ["--client", "openclaw"], { stdio: ["pipe", "pipe", "ignore"], windowsHide: true, timeout: LONGEST, killSignal: "SIGKILL" });
      const done = () => {
        child.stdout.destroy(); // somebody else may hold it open
        resolve(context(out));
      };
      child.on("error", done);
      child.on("close", done);
      child.on("exit", () => setTimeout(done, AFTER_EXIT));
      child.stdin.on("error", () => {}); // it may end before it has read all
      child.stdout.on("error", () => {});
      child.stdout.setEncoding("utf8");
      child.stdout.on("data", (part) => {
        if (out.length <= MOST_OUT) out += part;
      });
      child.stdin.end(JSON.stringify(payload));
    } catch {
      resolve("");
    }
  });
}

function context(out) {
  try {
    const said = JSON.parse(out).hookSpecificOutput.additionalContext;
    return typeof said === "string" ? said : "";
  } catch {
    return ""; // it had nothing to say
  }
}

/** prompt hands a prompt over and returns what the model is told with it. */
async function prompt(hook, event, ctx) {
  const text = event?.currentUserMessage ?? event?.prompt;
  if (!spoken(ctx) || typeof text !== "string" || !text.trim()) return undefined;
  const began = event.messages?.length ? "reload" : "startup"; // in another process, or before this one
  const s = sessions.get(ctx.sessionId) ?? { told: [], run: "", source: began };
  keep(sessions, ctx.sessionId, s);
  keep(runs, runOf(ctx), ctx.sessionId);
  if (!ctx.runId || s.run !== ctx.runId || s.source === "compact") {
    s.run = ctx.runId;
    if (s.source) {
      const source = s.source;
      s.source = "";
      s.told = [await ask(hook, "SessionStart", ctx, { source })];
    }
    s.told.push(await ask(hook, "UserPromptSubmit", ctx, { prompt: text }));
    s.told = s.told.filter(Boolean);
    if (s.told.join().length > MOST_TOLD) s.source = "reload"; // the next prompt begins anew
  }
  const told = s.told.join("\n\n");
  return told ? { prependContext: told } : undefined;
}

/** answer returns the agent's last words since the user's. */
function answer(messages) {
  for (const m of [...(messages ?? [])].reverse()) {
    if (m?.role === "user") break;
    if (m?.role !== "assistant") continue;
    const parts = typeof m.content === "string" ? [{ type: "text", text: m.content }] : Array.isArray(m.content) ? m.content : [];
    const text = parts.map((p) => (p?.type === "text" && typeof p.text === "string" ? p.text : "")).join("").trim();
    if (text) return /^no_reply$/i.test(text) ? "" : text; // what OpenClaw shows to nobody
  }
  return "";
}

async function ended(hook, event, ctx) {
  const session = runs.get(runOf(ctx));
  const text = event?.success === false || !session ? "" : answer(event?.messages);
  if (text) await ask(hook, "Stop", { ...ctx, sessionId: session }, { last_assistant_message: text });
}

/** compacted says that the model has forgotten, and begins anew with the next prompt. */
async function compacted(hook, event, ctx) {
  const id = event?.previousSessionId ?? ctx?.sessionId;
  if (!reported(ctx) || !id) return;
  const s = sessions.get(ctx.sessionId);
  if (s) s.source = "compact";
  if (id !== ctx.sessionId) sessions.delete(id);
  await ask(hook, "PostCompact", { ...ctx, sessionId: id }, {});
}

async function over(hook, event, ctx) {
  const of = { ...ctx, sessionId: ctx?.sessionId ?? event?.sessionId };
  if (!reported(of)) return;
  sessions.delete(of.sessionId);
  await ask(hook, "SessionEnd", of, {});
  // After /new the conversation is another one, and its session may be the same.
  if (event?.nextSessionId === of.sessionId) await ask(hook, "PostCompact", of, {});
}

export default {
  id: "memtide",
  name: "memtide",
  description: "Hands what is said to memtide, and its memories to the model",
  register(api) {
    const hook = api?.pluginConfig?.hook;
    if (typeof hook !== "string" || !hook || process.env.MEMTIDE_HOOK_DISABLE === "1") return;
    const on = (name, handle) =>
      api.on(name, async (event, ctx) => {
        try {
          return await handle(hook, event, ctx);
        } catch {
          return undefined;
        }
      });
    on("before_prompt_build", prompt);
    on("agent_end", ended);
    on("before_compaction", async (hook, _, ctx) => {
      if (reported(ctx)) await ask(hook, "PreCompact", ctx, {});
    });
    on("after_compaction", compacted);
    on("session_end", over);
  },
};
