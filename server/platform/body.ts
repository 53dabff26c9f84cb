import express, { type RequestHandler, Router } from 'express'
import multer from 'multer'
import { BODY_BYTES_MAX } from '#protocol/limits.ts'
import { RequestError } from './errors.ts'

const FIELDS_MAX = 40

/** Multer limits each field by itself; this one limits a whole body whose length is announced. */
const limitAnnounced: RequestHandler = (request, _response, next) => {
  const isTooLarge = Number(request.get('Content-Length')) > BODY_BYTES_MAX
  next(isTooLarge ? new RequestError('tooLarge') : undefined)
}

/** Reads JSON, urlencoded and multipart bodies into the same plain fields. */
export const readBody = Router().use(
  limitAnnounced,
  express.json({ limit: BODY_BYTES_MAX }),
  express.urlencoded({ limit: BODY_BYTES_MAX, extended: false, parameterLimit: FIELDS_MAX }),
  multer({ limits: { fieldSize: BODY_BYTES_MAX, fields: FIELDS_MAX, files: 0 } }).none(),
)
