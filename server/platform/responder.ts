import type { Request, Response } from 'express'
import { isUnchanged } from './conditional.ts'
import { Download, sendBuffer, sendDownload } from './download.ts'
import { tooMany } from './errors.ts'
import {
  createUserConcurrencyLimit,
  type RequestConcurrencyLimit,
  type UserConcurrencyOptions,
} from './limits/concurrency.ts'
import { createBudgets, type TokenBucketOptions } from './limits/keyedLimits.ts'

export interface ResponderParts {
  readConcurrency: UserConcurrencyOptions
  /** Kilobytes of what a user reads. */
  readTraffic: TokenBucketOptions
  waitMs: number
  /** Multiplies `readTraffic`. */
  scale: number
}

interface Answered {
  requester: { key: string; address: string }
  /** Undefined without a session. */
  userNo: number | undefined
  /** Concurrency limit of the call or its class. */
  limit: RequestConcurrencyLimit | null
  onlyReads: boolean
  getReply(): Promise<unknown>
}

/**
 * Runs the handler of a call and sends its reply. Limits what one user's reads may keep busy: those without a concurrency limit of their
 * own share one, and their size is limited. Saves never wait for it.
 */
export function createResponder({ readConcurrency, readTraffic, waitMs, scale }: ResponderParts) {
  const limitReads = createUserConcurrencyLimit({ ...readConcurrency, waitMs })
  const traffic = createBudgets(readTraffic, scale)

  return async function respond(
    request: Request,
    response: Response,
    { requester, userNo, limit, onlyReads, getReply }: Answered,
  ): Promise<void> {
    // An address without a session may be a school, and its calls read little.
    const readerNo = onlyReads ? userNo : undefined
    async function answer(): Promise<unknown> {
      const toWaitMs = readerNo === undefined ? 0 : traffic.waitMs(readerNo)
      if (toWaitMs > 0) throw tooMany(toWaitMs)
      const reply = await getReply()
      if (reply instanceof Download) await sendDownload(response, reply)
      return reply
    }
    function limited(): Promise<unknown> {
      if (limit !== null) return limit(requester, answer)
      return readerNo === undefined ? answer() : limitReads(String(readerNo), answer)
    }
    const reply = await limited()
    if (reply instanceof Download) return
    // Without the slot, which others need while the client reads.
    const body = JSON.stringify(reply)
    const length = Buffer.byteLength(body)
    if (readerNo !== undefined) traffic.spend(readerNo, length / 1_000)
    await sendJson(request, response, body, length)
  }
}

export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** A longer body is sent as the client reads it, so that unread responses cannot fill a node's memory. */
const SENT_AT_ONCE_BYTES = 64 * 1024

/** @param length in bytes. */
async function sendJson(request: Request, response: Response, body: string, length: number): Promise<void> {
  if (isRead(request) && isUnchanged(request, response, body)) return void response.status(304).end()
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (length > SENT_AT_ONCE_BYTES) return sendBuffer(response, Buffer.from(body))
  response.setHeader('Content-Length', length)
  response.end(body)
}
