import express, { type Request, type RequestHandler, type Response } from 'express'
import type { Call } from '#protocol/call.ts'
import { BODY_BYTES_MAX, STRANGERS_BODY_BYTES_MAX } from '#protocol/limits.ts'
import {
  type ConcurrencyLimit,
  type ConcurrencyParts,
  createConcurrencyLimit,
} from '#server/platform/limits/concurrency.ts'
import { RequestError } from '../errors.ts'
import { FIELDS_MAX, type Fields } from './fields.ts'
import { type MultipartParts, readMultipart, type UploadSender } from './multipart.ts'
import { createUploadDirectory } from './uploadedFile.ts'

export interface BodyReader {
  /**
   * The fields of a JSON, urlencoded or multipart body, all alike. Whoever asks removes the files among them (`removeFiles`).
   * Throws a RequestError.
   */
  read(request: Request, response: Response, asked: BodyAsked): Promise<Fields>
  /** Removes what uploads have left. */
  close(): Promise<void>
}

export type BodyAsked = {
  call: Call
  /** Whose bodies are counted together. */
  key: string
} & Pick<MultipartParts, 'senderOf'>

export interface BodyLimits {
  /** Files, from each kind of sender. */
  uploads: ConcurrencyParts
  /** Long bodies without a file, which only members may send: it is known who they are before a byte is read. */
  bodies: ConcurrencyParts
}

/** `limits`: how many are taken at a time, for one person or address and on a node. */
export function createBodyReader({ uploads, bodies }: BodyLimits): BodyReader {
  // Apart, so that whoever sends nothing that counts keeps nobody else waiting.
  const turns: Record<UploadSender['kind'], ConcurrencyLimit> = {
    member: createConcurrencyLimit(uploads),
    stranger: createConcurrencyLimit(uploads),
    nobody: createConcurrencyLimit(uploads),
  }
  const longBodyInTurn = createConcurrencyLimit(bodies)
  const directory = createUploadDirectory()
  const parsers = new Map(
    [BODY_BYTES_MAX, STRANGERS_BODY_BYTES_MAX].map(limit => [limit, parsersWith(limit)]),
  )

  return {
    async read(request, response, { call, key, senderOf }) {
      const { file } = call
      const fieldsMax = fieldsMaxOf(call)
      // Without a file the fields are all there is.
      const bytesMax = file ? BODY_BYTES_MAX : fieldsMax
      const inBodysTurn = <Result>(read: () => Promise<Result>) =>
        fieldsMax > STRANGERS_BODY_BYTES_MAX && isLong(request) ? longBodyInTurn(key, read) : read()
      if (request.is('multipart/form-data')) {
        requireLength(request, call, bytesMax)
        return inBodysTurn(() =>
          readMultipart(request, {
            file,
            fieldsMax,
            bytesMax,
            senderOf,
            inTurn: (sender, work) => turns[sender.kind](sender.key, work),
            directory,
          }),
        )
      }
      await inBodysTurn(async () => {
        const parsing = (parsers.get(fieldsMax) ?? []).map(handle => passes(handle, request, response))
        await Promise.race([Promise.all(parsing), longerThan(fieldsMax, request)])
      })
      return request.body ?? {}
    },
    close: () => directory.remove(),
  }
}

/** Of whom it is not known who they are when they begin to send, less is kept. */
function fieldsMaxOf({ access, tokenInBody }: Call): number {
  return access === 'open' || tokenInBody === true ? STRANGERS_BODY_BYTES_MAX : BODY_BYTES_MAX
}

/** No client of ours packs its bodies, and unpacking costs far more than sending: a packed one is refused as it comes. */
function parsersWith(limit: number): RequestHandler[] {
  const plain = { limit, inflate: false }
  return [express.json(plain), express.urlencoded({ ...plain, extended: false, parameterLimit: FIELDS_MAX })]
}

/** Also one that does not say how long it is. */
function isLong(request: Request): boolean {
  const announced = Number(request.get('Content-Length') ?? 0)
  return announced > STRANGERS_BODY_BYTES_MAX || request.get('Transfer-Encoding') !== undefined
}

/** A body that is announced to be too long is refused before it is read. */
function requireLength(request: Request, { file }: Call, bytesMax: number): void {
  const announced = Number(request.get('Content-Length'))
  if (announced > bytesMax + (file?.bytesMax ?? 0))
    throw new RequestError('tooLarge', file && { sentence: file.tooLarge, field: file.field })
}

/** Rejects at once for a body that was not announced to be so long; the parsers would wait for its end. */
function longerThan(bytesMax: number, request: Request): Promise<never> {
  let bytes = 0
  return new Promise((_, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) reject(new RequestError('tooLarge'))
    })
  })
}

function passes(handle: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void handle(request, response, error => (error ? reject(error) : resolve()))
  })
}
