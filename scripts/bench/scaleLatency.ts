import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { medianOf } from './metrics.ts'
import { changeHub, type ScaleCall } from './scaleCalls.ts'
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
 * Compares the latency of a call for two users. They take turns, so that other load affects both alike.
 */
export async function compareLatency(
  call: ScaleCall,
  few: Owner,
  many: Owner,
  { isHubChanged }: { isHubChanged: boolean },
): Promise<Compared> {
  const [fewMs, manyMs]: [number[], number[]] = [[], []]
  const measure = async (owner: Owner, durations: number[]) => {
    if (isHubChanged) await changeHub(owner)
    durations.push(await latencyOf(call, owner))
    await call.after?.(owner)
  }
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
    // The order alternates.
    if (run % 2 === 0) await measure(few, fewMs)
    await measure(many, manyMs)
    if (run % 2 === 1) await measure(few, fewMs)
  }
  return { fewMs: medianOf(fewMs.slice(WARM_UPS)), manyMs: medianOf(manyMs.slice(WARM_UPS)) }
}

/** Uses one keep-alive connection. */
async function latencyOf({ path, input }: ScaleCall, owner: Owner): Promise<number> {
  const body = JSON.stringify(input(owner))
  const startedAt = performance.now()
  const answer = await new Promise<string>((resolve, reject) => {
    const outgoing = request(owner.url + path, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        authData: owner.token,
      },
    })
    outgoing.on('error', reject).on('response', response => {
      if (response.statusCode === 200) resolve(text(response))
      else reject(new Error(`${path}: ${response.statusCode}`))
    })
    outgoing.end(body)
  })
  const duration = performance.now() - startedAt
  if (JSON.parse(answer).success !== true) throw new Error(`${path}: ${answer}`)
  return duration
}
