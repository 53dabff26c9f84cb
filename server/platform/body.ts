import express, { Router } from 'express'
import multer from 'multer'
import { BODY_BYTES_MAX } from '#protocol/limits.ts'

const FIELDS_MAX = 40

/** Reads JSON, urlencoded and multipart bodies into the same plain fields. */
export const readBody = Router().use(
  express.json({ limit: BODY_BYTES_MAX }),
  express.urlencoded({ limit: BODY_BYTES_MAX, extended: false, parameterLimit: FIELDS_MAX }),
  multer({ limits: { fieldSize: BODY_BYTES_MAX, fields: FIELDS_MAX, files: 0 } }).none(),
)
