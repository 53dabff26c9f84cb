import express, { type Request, type RequestHandler, type Response } from 'express'
import type { Call } from '#protocol/call.ts'
import { ANONYMOUS_BODY_BYTES_MAX, BODY_BYTES_MAX } from '#protocol/limits.ts'
import { RequestError } from '#server/platform/errors.ts'
import {
  type ConcurrencyLimit,
  type ConcurrencyOptions,
  createConcurrencyLimit,
} from '#server/platform/limits/concurrency.ts'
import {
  createUploadDirectory,
  FIELDS_MAX,
  type Fields,
  type MultipartParts,
  readMultipart,
  type UploadSender,
} from './multipart.ts'

export interface BodyReader {
  /**
   * Parses a JSON, urlencoded or multipart body. The caller removes uploaded files (`removeFiles`). Throws a
   * RequestError.
   */
  read(request: Request, response: Response, options: BodyRequest): Promise<Fields>
  /** Removes the upload directory. */
  close(): Promise<void>
}

type BodyRequest = {
  call: Call
  /** Key for concurrency limits. */
  key: string
} & Pick<MultipartParts, 'senderOf'>

export interface BodyLimits {
  /** Limits of uploads, for each kind of sender. */
  uploads: ConcurrencyOptions
  /**
   * Limits of long bodies without a file. Only members may send them, so the sender is known before the body is read.
   */
  bodies: ConcurrencyOptions
}

export function createBodyReader({ uploads, bodies }: BodyLimits): BodyReader {
  // Separate, so that invalid uploads do not delay valid ones.
  const uploadLimits: Record<UploadSender['kind'], ConcurrencyLimit> = {
    member: createConcurrencyLimit(uploads),
    anonymous: createConcurrencyLimit(uploads),
    rejected: createConcurrencyLimit(uploads),
  }
  const limitLongBody = createConcurrencyLimit(bodies)
  const directory = createUploadDirectory()
  const parsers = new Map(
    [BODY_BYTES_MAX, ANONYMOUS_BODY_BYTES_MAX].map(limit => [limit, parsersWith(limit)]),
  )

  return {
    async read(request, response, { call, key, senderOf }) {
      const { file } = call
      const fieldsMax = fieldsMaxOf(call)
      const bytesMax = file ? BODY_BYTES_MAX : fieldsMax
      const limitBody = <Result>(read: () => Promise<Result>) =>
        fieldsMax > ANONYMOUS_BODY_BYTES_MAX && isLong(request) ? limitLongBody(key, read) : read()
      if (request.is('multipart/form-data')) {
        checkLength(request, call, bytesMax)
        return limitBody(() =>
          readMultipart(request, {
            file,
            fieldsMax,
            bytesMax,
            senderOf,
            limitUpload: (sender, work) => uploadLimits[sender.kind](sender.key, work),
            directory,
          }),
        )
      }
      await limitBody(async () => {
        const parsing = (parsers.get(fieldsMax) ?? []).map(handle => runHandler(handle, request, response))
        await Promise.race([Promise.all(parsing), rejectLonger(fieldsMax, request)])
      })
      return request.body ?? {}
    },
    close: () => directory.remove(),
  }
}

/** Smaller if the sender is unknown before the body is read. */
function fieldsMaxOf({ access, tokenInBody }: Call): number {
  return access === 'open' || tokenInBody === true ? ANONYMOUS_BODY_BYTES_MAX : BODY_BYTES_MAX
}

/** Compressed bodies are rejected: our clients send none, and decompressing costs far more than sending. */
function parsersWith(limit: number): RequestHandler[] {
  const plain = { limit, inflate: false }
  return [express.json(plain), express.urlencoded({ ...plain, extended: false, parameterLimit: FIELDS_MAX })]
}

/** A body without Content-Length counts as long. */
function isLong(request: Request): boolean {
  const announced = Number(request.get('Content-Length') ?? 0)
  return announced > ANONYMOUS_BODY_BYTES_MAX || request.get('Transfer-Encoding') !== undefined
}

/** Rejects by Content-Length before reading. */
function checkLength(request: Request, { file }: Call, bytesMax: number): void {
  const announced = Number(request.get('Content-Length'))
  if (announced > bytesMax + (file?.bytesMax ?? 0))
    throw new RequestError('tooLarge', file && { sentence: file.tooLarge, field: file.field })
}

/** Rejects as soon as the body exceeds the limit; the parsers would wait for its end. */
function rejectLonger(bytesMax: number, request: Request): Promise<never> {
  let bytes = 0
  return new Promise((_, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) reject(new RequestError('tooLarge'))
    })
  })
}

function runHandler(handle: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void handle(request, response, error => (error ? reject(error) : resolve()))
  })
}
