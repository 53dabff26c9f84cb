import { writeSync } from 'node:fs'
import { Socket } from 'node:net'

/** What may wait for a reader who is slow, or has stopped reading. In bytes. */
const WAITING_BYTES_MAX = 1024 * 1024
/** How long the end of the process waits for such a reader. */
const FLUSHED_WITHIN_MS = 500

/** Takes lines and never fails: a server goes on without them. */
export interface Output {
  write(lines: string): void
  /** How many writes came to nothing since the start: the disk is full, the reader has gone, or does not read. */
  dropped(): number
}

/**
 * @param stream standard output or standard error; of a file only its descriptor is used.
 * @param onFirstDrop told once: the other stream may still work.
 */
function createOutput(stream: NodeJS.WriteStream & { fd: number }, onFirstDrop: () => void): Output {
  let dropped = 0
  const drop = () => {
    dropped += 1
    if (dropped === 1) onFirstDrop()
  }
  const { fd } = stream
  const write = stream instanceof Socket ? writeToReader(stream, drop) : writeToFile(fd, drop)
  return { write, dropped: () => dropped }
}

/** A pipe, a socket or a terminal: what it does not take at once waits, so that nobody else does. */
function writeToReader(stream: Socket, drop: () => void): Output['write'] {
  // Each failed write tells its own callback; nobody listening would end the process.
  stream.on('error', () => undefined)
  unblock(stream)
  return lines => {
    if (stream.writableLength > WAITING_BYTES_MAX) return drop()
    stream.write(lines, error => {
      if (error) drop()
    })
  }
}

/** Node.js waits for terminals, also for one that somebody has stopped (Ctrl-S). It has no public way to say otherwise. */
function unblock(stream: Socket): void {
  const { _handle: handle } = stream as { _handle?: unknown }
  if (typeof handle === 'object' && handle !== null && 'setBlocking' in handle)
    (handle as { setBlocking(isBlocking: boolean): void }).setBlocking(false)
}

/** Node.js' stream would lose the rest of a line that the disk took half of. */
function writeToFile(fd: number, drop: () => void): Output['write'] {
  let isTorn = false
  return lines => {
    // What comes once there is room again begins on a line of its own.
    let rest = Buffer.from(isTorn ? `\n${lines}` : lines)
    const { length } = rest
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest))
      isTorn = false
    } catch {
      if (rest.length < length) isTorn = true
      drop()
    }
  }
}

const lost = (stream: string) =>
  `글마루: 표준 ${stream === 'stdout' ? '출력' : '오류'}에 쓸 수 없어서 기록을 버리고 있어요. 서비스는 계속돼요. 디스크의 남은 공간과 받는 프로그램을 확인해 주세요. (Log lines cannot be written to ${stream} and are dropped; serving goes on. Check the disk, or the program that reads them.)\n`

/** Of the whole process: a second one would not know what waits at the first. */
export const standardOutput: Output = createOutput(process.stdout, () => standardError.write(lost('stdout')))
export const standardError: Output = createOutput(process.stderr, () => standardOutput.write(lost('stderr')))

/** Resolves when all that waits was taken, or nobody takes it in time. */
export async function flushOutput(): Promise<void> {
  const waiting = [process.stdout, process.stderr].filter(({ writableLength }) => writableLength > 0)
  if (waiting.length === 0) return
  const taken = Promise.all(
    waiting.map(stream => new Promise<void>(resolve => stream.write('', () => resolve()))),
  )
  await Promise.race([taken, new Promise(resolve => setTimeout(resolve, FLUSHED_WITHIN_MS))])
}
