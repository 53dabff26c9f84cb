import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FuzzedRequest } from './requests.ts'

export interface Answered {
  status: number
  type: string
  body: Buffer
}
/** `gone`: the connection ended without a response. */
export type Outcome = Answered | 'gone' | 'late'

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** Sends a request unchanged, valid or not, and waits for the complete response. */
export async function send(origin: string, fuzzed: FuzzedRequest, patienceMs: number): Promise<Outcome> {
  const isOrderly = fuzzed.framing === null || fuzzed.framing === 'chunked'
  if (!isOrderly) return sendBy(false, origin, fuzzed, patienceMs).outcome
  const { sent, outcome } = sendBy(agent, origin, fuzzed, patienceMs)
  // The server may have closed a kept-alive connection just when it was reused.
  if ((await outcome) === 'gone' && sent.reusedSocket)
    return sendBy(false, origin, fuzzed, patienceMs).outcome
  return outcome
}

function sendBy(
  agentOrNone: Agent | false,
  origin: string,
  { method, path, headers, body, framing }: FuzzedRequest,
  patienceMs: number,
): { sent: ClientRequest; outcome: Promise<Outcome> } {
  const sent = request(origin, { method, path, headers, agent: agentOrNone })
  const outcome = answerTo(sent, patienceMs)
  if (framing === 'torn') sent.write(body.subarray(0, body.length / 2), () => sent.destroy())
  else if (framing === 'long') sent.write(body, () => sent.socket?.end())
  else sent.end(body)
  return { sent, outcome }
}

function answerTo(sent: ClientRequest, patienceMs: number): Promise<Outcome> {
  return new Promise(resolve => {
    const patience = setTimeout(() => {
      resolve('late')
      sent.destroy()
    }, patienceMs)
    const settle = (outcome: Outcome) => {
      clearTimeout(patience)
      resolve(outcome)
    }
    const leave = () => settle('gone')
    sent.on('error', leave)
    sent.on('close', leave)
    sent.on('response', (response: IncomingMessage) => {
      sent.off('close', leave)
      const { statusCode: status = 0, headers } = response
      buffer(response).then(
        body => settle({ status, type: headers['content-type'] ?? '', body }),
        () => settle('gone'),
      )
    })
  })
}

export function closeLines(): void {
  agent.destroy()
}
