import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import multer, { MulterError } from 'multer'
import type { FileField } from '#protocol/call.ts'
import { BODY_BYTES_MAX } from '#protocol/limits.ts'
import { RequestError } from './errors.ts'

const FIELDS_MAX = 40
const limits = { fieldSize: BODY_BYTES_MAX, fields: FIELDS_MAX }

/** Multer limits each field by itself; this one limits a whole body whose length is announced. */
function limitAnnounced(bytesMax: number): RequestHandler {
  return (request, _response, next) => {
    const isTooLarge = Number(request.get('Content-Length')) > bytesMax
    next(isTooLarge ? new RequestError('tooLarge') : undefined)
  }
}

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
  if (file === undefined)
    return Router().use(limitAnnounced(BODY_BYTES_MAX), readFields, readFormWithoutFiles)
  const readForm = multer({
    storage: multer.memoryStorage(),
    limits: { ...limits, files: 1, fileSize: file.bytesMax },
  })
  return Router().use(readFields, readForm.single(file.field), putAmongFields(file), sayTooLarge(file))
}

function putAmongFields({ field }: FileField): RequestHandler {
  return (request, _response, next) => {
    // Browsers send an empty file for an input in which none was chosen.
    const bytes = request.file?.buffer
    if (bytes && bytes.length > 0) request.body[field] = new File([new Uint8Array(bytes)], '')
    next()
  }
}

function sayTooLarge({ field, tooLarge }: FileField): ErrorRequestHandler {
  return (error, _request, _response, next) => {
    const isTooLarge = error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE'
    next(isTooLarge ? new RequestError('tooLarge', { sentence: tooLarge, field }) : error)
  }
}
