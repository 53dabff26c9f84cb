import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { root } from './project.mjs'

const patienceMs = 5_000
const npmWatchMs = 500
const running = new Set()
let ending = false

/**
 * Starts a program in this terminal, without input. It does not outlive this process, and while we are ending
 * nobody hears of its end, so that no next step begins. `reword` is given each line that it prints, and gives what is shown;
 * where there is `into`, the descriptor of an open file, what it prints goes there, errors too.
 */
export function start(program, words, env = {}, { reword, into } = {}) {
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', into ?? (reword ? 'pipe' : 'inherit'), into ?? 'inherit'],
  })
  if (reword) passOn(createInterface({ input: child.stdout }), reword)
  running.add(child)
  return new Promise(resolve => {
    const finish = result => {
      running.delete(child)
      if (!ending) resolve(result)
    }
    child.once('exit', (code, signal) => finish(code ?? signal))
    child.once('error', error => {
      console.error(error.message)
      finish(error.message)
    })
  })
}

/** Waits for whoever reads our output: what the program has to say stays with it meanwhile. */
function passOn(lines, reword) {
  process.stdout.on('drain', () => lines.resume())
  lines.on('line', line => {
    console.log(reword(line))
    if (process.stdout.writableNeedDrain) lines.pause()
  })
}

/** Runs a program to its end and resolves with whether it succeeded. */
export async function succeeds(program, words, env) {
  return (await start(program, words, env)) === 0
}

/** The same, but what it prints goes into the file at `path`: resolves with that as well. */
export async function runInto(path, program, words) {
  const into = openSync(path, 'w+')
  const result = await start(program, words, {}, { into })
  // By its descriptor: a second run in the same checkout may have cleared the directory away.
  const printed = Buffer.alloc(fstatSync(into).size)
  readSync(into, printed, 0, printed.length, 0)
  closeSync(into)
  return { succeeded: result === 0, printed: printed.toString() || `${program}: ${result}` }
}

/** Where npm has installed a tool. */
export const pathOfTool = name => `node_modules/.bin/${name}`

/** Runs a tool that npm installed. */
export function tool(name, words, env) {
  return succeeds(pathOfTool(name), words, env)
}

/**
 * npm hands a signal to the shell between us, not to us. So when npm or that shell has gone, we end as if we had
 * been told to.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const before = ancestors()
  const watch = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, npmWatchMs)
  watch.unref()
}

/** Our parent, and where the system shows it our parent's parent. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return String(process.ppid)
  }
}

/** From now on a signal ends the children first and then this process; returns how to take that back. */
export function endWithChildren() {
  const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  const end = async signal => {
    if (ending) return
    ending = true
    await stopChildren(signal)
    process.exit(exitCodes[signal])
  }
  for (const signal of Object.keys(exitCodes)) process.on(signal, end)
  return () => {
    for (const signal of Object.keys(exitCodes)) process.off(signal, end)
  }
}

/** Ctrl-C has already reached the children, and most programs take a second one for impatience. */
async function stopChildren(signal) {
  const children = [...running]
  const tell = what => {
    for (const child of children) child.kill(what)
  }
  if (signal !== 'SIGINT') tell(signal)
  const reminders = [setTimeout(tell, patienceMs, 'SIGTERM'), setTimeout(tell, 2 * patienceMs, 'SIGKILL')]
  await Promise.all(children.map(child => once(child, 'exit')))
  for (const reminder of reminders) clearTimeout(reminder)
}
