import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { medianOf } from './metrics.ts'
import { changeRoom, type ScaleCall } from './scaleCalls.ts'
import type { Owner } from './scaleOwner.ts'

const RUNS = 100
const WARM_UPS = 10

const agent = new Agent({ keepAlive: true })

export interface Compared {
  /** Medians, in milliseconds. */
  fewMs: number
  manyMs: number
}

/**
 * How long a call takes one person and another, who has more or lives among more. They ask in turns, so that what else the
 * machine does falls on both alike.
 */
export async function compareLatency(
  call: ScaleCall,
  few: Owner,
  many: Owner,
  { isRoomChanged }: { isRoomChanged: boolean },
): Promise<Compared> {
  const [fewMs, manyMs]: [number[], number[]] = [[], []]
  const asks = async (owner: Owner, durations: number[]) => {
    if (isRoomChanged) await changeRoom(owner)
    durations.push(await latencyOf(call, owner))
    await call.after?.(owner)
  }
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
    // Who comes first, comes second the next time.
    if (run % 2 === 0) await asks(few, fewMs)
    await asks(many, manyMs)
    if (run % 2 === 1) await asks(few, fewMs)
  }
  return { fewMs: medianOf(fewMs.slice(WARM_UPS)), manyMs: medianOf(manyMs.slice(WARM_UPS)) }
}

/** Over one connection that stays. */
async function latencyOf({ path, input }: ScaleCall, owner: Owner): Promise<number> {
  const body = JSON.stringify(input(owner))
  const begun = performance.now()
  const answer = await new Promise<string>((resolve, reject) => {
    const asked = request(owner.url + path, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        authData: owner.token,
      },
    })
    asked.on('error', reject).on('response', response => {
      if (response.statusCode === 200) resolve(text(response))
      else reject(new Error(`${path}: ${response.statusCode}`))
    })
    asked.end(body)
  })
  const duration = performance.now() - begun
  if (JSON.parse(answer).success !== true) throw new Error(`${path}: ${answer}`)
  return duration
}
