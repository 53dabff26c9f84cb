import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { root } from './project.mjs'

const stopTimeoutMs = 5_000
const npmCheckIntervalMs = 500
const running = new Set()
let isStopping = false

/**
 * Starts a program in this terminal, without input unless it `hasInput`. Resolves with its exit code, or never while this process is
 * stopping, so that no next step starts. `mapLine` changes each line of its output; null drops the line. With `into`, an open file
 * descriptor, stdout and stderr go there.
 */
export function start(program, args, env = {}, { mapLine, into, hasInput = false } = {}) {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: [hasInput ? 'inherit' : 'ignore', into ?? (mapLine ? 'pipe' : 'inherit'), into ?? 'inherit'],
  })
  if (mapLine) pipeLines(createInterface({ input: child.stdout }), mapLine)
  running.add(child)
  return new Promise(resolve => {
    const finish = result => {
      running.delete(child)
      if (!isStopping) resolve(result)
    }
    // A pipe may still have lines when the program exits.
    child.once(mapLine ? 'close' : 'exit', (code, signal) => finish(code ?? signal))
    child.once('error', error => {
      console.error(error.message)
      finish(error.message)
    })
  })
}

/** Applies backpressure: pauses the program's output while ours is not read. */
function pipeLines(lines, mapLine) {
  process.stdout.on('drain', () => lines.resume())
  lines.on('line', line => {
    const mapped = mapLine(line)
    if (mapped !== null) console.log(mapped)
    if (process.stdout.writableNeedDrain) lines.pause()
  })
}

/** Runs a program. Resolves with whether it succeeded. */
export async function succeeds(program, args, env) {
  return (await start(program, args, env)) === 0
}

/** Runs a program with its output in the file at `path`. Resolves with `succeeded` and what it printed. */
export async function runToFile(path, program, args) {
  const into = openSync(path, 'w+')
  const result = await start(program, args, {}, { into })
  // Reads through the descriptor, because a second run in the same checkout may have removed the directory.
  const printed = Buffer.alloc(fstatSync(into).size)
  readSync(into, printed, 0, printed.length, 0)
  closeSync(into)
  return { succeeded: result === 0, printed: printed.toString() || `${program}: ${result}` }
}

/** The path of an installed tool. */
export const toolPath = name => `node_modules/.bin/${name}`

/** Runs an installed tool. */
export function runTool(name, words, env) {
  return succeeds(toolPath(name), words, env)
}

/**
 * npm sends signals to the shell between npm and this process. Checks for the end of npm or that shell, and then sends SIGTERM to
 * this process.
 */
export function exitWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const before = ancestors()
  const watch = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, npmCheckIntervalMs)
  watch.unref()
}

/** The ids of the parent and, on Linux, the grandparent. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return String(process.ppid)
  }
}

/** Makes a signal stop the children first and then this process. Returns a function that removes the handlers. */
export function stopChildrenOnSignal() {
  const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  const end = async signal => {
    if (isStopping) return
    isStopping = true
    await stopChildren(signal)
    process.exit(exitCodes[signal])
  }
  for (const signal of Object.keys(exitCodes)) process.on(signal, end)
  return () => {
    for (const signal of Object.keys(exitCodes)) process.off(signal, end)
  }
}

/** Does not repeat SIGINT: Ctrl-C reached the children too, and a second one makes most programs quit at once. */
async function stopChildren(signal) {
  const children = [...running]
  const killAll = signalToSend => {
    for (const child of children) child.kill(signalToSend)
  }
  if (signal !== 'SIGINT') killAll(signal)
  const timers = [
    setTimeout(killAll, stopTimeoutMs, 'SIGTERM'),
    setTimeout(killAll, 2 * stopTimeoutMs, 'SIGKILL'),
  ]
  await Promise.all(children.map(child => once(child, 'exit')))
  for (const timer of timers) clearTimeout(timer)
}
