import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import multer, { MulterError } from 'multer'
import type { FileField } from '#protocol/call.ts'
import { BODY_BYTES_MAX } from '#protocol/limits.ts'
import { RequestError } from './errors.ts'

const FIELDS_MAX = 40
const limits = { fieldSize: BODY_BYTES_MAX, fields: FIELDS_MAX }

const readFields = Router().use(
  express.json({ limit: BODY_BYTES_MAX }),
  express.urlencoded({ limit: BODY_BYTES_MAX, extended: false, parameterLimit: FIELDS_MAX }),
)
const readFormWithoutFiles = multer({ limits: { ...limits, files: 0 } }).none()

/**
 * Reads JSON, urlencoded and multipart bodies into the same plain fields. The one file that a call may declare is
 * held in memory and becomes a field like the others, without the name that it had on somebody's device.
 */
export function readBody(file: FileField | undefined): RequestHandler {
  const limitBody = limitAnnounced(file)
  if (file === undefined) return Router().use(limitBody, readFields, readFormWithoutFiles)
  const readForm = multer({
    storage: multer.memoryStorage(),
    limits: { ...limits, files: 1, fileSize: file.bytesMax },
  })
  const readFile = readForm.single(file.field)
  return Router().use(limitBody, readFields, readFile, putAmongFields(file), sayTooLarge(file))
}

/** Multer limits each part by itself; this one limits a whole body whose length is announced. */
function limitAnnounced(file: FileField | undefined): RequestHandler {
  const bytesMax = BODY_BYTES_MAX + (file?.bytesMax ?? 0)
  const detail = file && { sentence: file.tooLarge, field: file.field }
  return (request, _response, next) => {
    const isTooLarge = Number(request.get('Content-Length')) > bytesMax
    next(isTooLarge ? new RequestError('tooLarge', detail) : undefined)
  }
}

function putAmongFields({ field }: FileField): RequestHandler {
  return (request, _response, next) => {
    const bytes = request.file?.buffer
    if (bytes && bytes.length > 0) request.body[field] = new File([new Uint8Array(bytes)], '')
    // What browsers send for an input in which no file was chosen.
    else if (request.body?.[field] === '') delete request.body[field]
    next()
  }
}

function sayTooLarge({ field, tooLarge }: FileField): ErrorRequestHandler {
  return (error, _request, _response, next) => {
    const isTooLarge = error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE'
    next(isTooLarge ? new RequestError('tooLarge', { sentence: tooLarge, field }) : error)
  }
}
