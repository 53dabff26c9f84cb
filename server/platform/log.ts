import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { type DestinationStream, type Logger, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { requestIdOf } from './request.ts'

/** Readable lines on a terminal, JSON elsewhere. Bodies, headers and tokens are never logged. */
export function createLog(level: string, lines: DestinationStream = standardOutputStream()): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, lines)
}

function standardOutputStream(): DestinationStream {
  if (!process.stdout.isTTY) return standardOutput
  const pretty = prettyFactory({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
  return { write: line => standardOutput.write(pretty(line) ?? line) }
}

export function logRequests(log: Logger): RequestHandler {
  if (!log.isLevelEnabled('debug')) return (_request, _response, next) => next()
  return (request, response, next) => {
    const started = performance.now()
    response.on('finish', () => {
      const ms = Math.round((performance.now() - started) * 10) / 10
      const requestId = requestIdOf(response)
      log.debug(
        {
          requestId,
          method: request.method,
          path: withoutSecrets(request.path),
          status: response.statusCode,
          ms,
        },
        'answered',
      )
    })
    next()
  }
}

/**
 * Removes the ids of public links, pictures, feeds and unsubscribe addresses: anybody who reads one in a log could open
 * its page.
 */
export function withoutSecrets(path: string): string {
  return path.replace(/^\/(p|pictures|feeds|mail\/unsubscribe)\/[^/]+/, '/$1/…')
}

/**
 * Errors of MongoDB and Mongoose contain user data: as quoted values in the message and as properties. The log keeps
 * neither, nor the copy of the message in the stack.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    message: error.message.replace(/".*"/s, '"…"'),
    ...('code' in error && { code: error.code }),
    stack: error.stack?.slice(error.stack.search(/^ +at /m)),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** Buffer for a slow reader. In bytes. */
const BUFFER_BYTES_MAX = 1024 * 1024
/** How long process exit waits for such a reader. */
const FLUSH_TIMEOUT_MS = 500

/** Writes lines and never fails: the server continues without logs. */
interface Output {
  write(lines: string): void
  /** Number of dropped writes: the disk is full, or the reader is gone or does not read. */
  droppedCount(): number
}

/**
 * @param stream standard output or standard error; for a file only its descriptor is used.
 * @param onFirstDrop called once, because the other stream may still work.
 */
function createOutput(stream: NodeJS.WriteStream & { fd: number }, onFirstDrop: () => void): Output {
  let dropped = 0
  const drop = () => {
    dropped += 1
    if (dropped === 1) onFirstDrop()
  }
  const { fd } = stream
  const write = stream instanceof Socket ? writeToReader(stream, drop) : writeToFile(fd, drop)
  return { write, droppedCount: () => dropped }
}

/** For a pipe, a socket or a terminal: buffers instead of blocking. */
function writeToReader(stream: Socket, drop: () => void): Output['write'] {
  // Each failed write reports to its callback; without a listener the error would crash the process.
  stream.on('error', () => undefined)
  setNonBlocking(stream)
  return lines => {
    if (stream.writableLength > BUFFER_BYTES_MAX) return drop()
    stream.write(lines, error => {
      if (error) drop()
    })
  }
}

/** Node.js blocks on terminals, even on a stopped one (Ctrl-S), and has no public option against it. */
function setNonBlocking(stream: Socket): void {
  const { _handle: handle } = stream as { _handle?: unknown }
  if (typeof handle === 'object' && handle !== null && 'setBlocking' in handle)
    (handle as { setBlocking(isBlocking: boolean): void }).setBlocking(false)
}

/** A Node.js file stream would lose the rest of a partially written line. */
function writeToFile(fd: number, drop: () => void): Output['write'] {
  let hasPartialLine = false
  return lines => {
    // Start a new line after a partially written one.
    let rest = Buffer.from(hasPartialLine ? `\n${lines}` : lines)
    const { length } = rest
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest))
      hasPartialLine = false
    } catch {
      if (rest.length < length) hasPartialLine = true
      drop()
    }
  }
}

const droppedMessage = (stream: string) =>
  `글마루: 표준 ${stream === 'stdout' ? '출력' : '오류'}에 쓸 수 없어서 기록을 버리고 있어요. 서비스는 계속돼요. 디스크의 남은 공간과 받는 프로그램을 확인해 주세요. (Log lines cannot be written to ${stream} and are dropped; serving goes on. Check the disk, or the program that reads them.)\n`

/** One per process: a second instance would not know the buffer of the first. */
export const standardOutput: Output = createOutput(process.stdout, () =>
  standardError.write(droppedMessage('stdout')),
)
export const standardError: Output = createOutput(process.stderr, () =>
  standardOutput.write(droppedMessage('stderr')),
)

/** Resolves when the buffers are written, or after a timeout. */
export async function flushOutput(): Promise<void> {
  const waiting = [process.stdout, process.stderr].filter(({ writableLength }) => writableLength > 0)
  if (waiting.length === 0) return
  const taken = Promise.all(
    waiting.map(stream => new Promise<void>(resolve => stream.write('', () => resolve()))),
  )
  await Promise.race([taken, new Promise(resolve => setTimeout(resolve, FLUSH_TIMEOUT_MS))])
}
