import { isIP } from 'node:net'
import express from 'express'
import { mongo } from 'mongoose'
import { z } from 'zod'
import { SECRET_LENGTH_MIN } from './platform/secrets.ts'

/** Joins the Korean and the English half of a message; `readConfig` splits them again. */
export const SEPARATOR = '\n'
export const bilingual = (korean: string, english: string) => ({ error: `${korean}${SEPARATOR}${english}` })

export const url = (schemes: string[], isValid: (url: URL) => boolean, message: { error: string }) =>
  z.string().refine(value => {
    const parsed = URL.canParse(value) ? new URL(value) : null
    return parsed !== null && schemes.includes(parsed.protocol) && parsed.hostname !== '' && isValid(parsed)
  }, message)

export const isOrigin = ({ pathname, search, hash, username, password }: URL) =>
  ['', '/'].includes(pathname) && `${search}${hash}${username}${password}` === ''

/** Nodemailer decodes user and password, so a malformed percent-encoding would fail later. */
export const hasReadableAccount = ({ username, password }: URL) =>
  [username, password].every(part => {
    try {
      decodeURIComponent(part)
      return true
    } catch {
      return false
    }
  })

/** A Redis Cluster has only database 0. */
export function isRedis(value: string): boolean {
  const members = value.split(',')
  const database = members.length === 1 ? /^\/?\d{0,4}$/ : /^\/?0?$/
  const good = url(['redis:', 'rediss:'], parsed => database.test(parsed.pathname), { error: '' })
  return members.every(member => good.safeParse(member.trim()).success)
}

/** Only the driver can parse host lists and options. Creating a client does not connect. */
export function isMongo(value: string): boolean {
  try {
    return new mongo.MongoClient(value).options.writeConcern?.w !== 0
  } catch {
    return false
  }
}

/** In characters, so that the token cannot be guessed. */
const TOKEN_LENGTH_MIN = 16

/** Printable ASCII only, because the token travels in a header. */
export const SECRET_TOKEN = new RegExp(`^[\\x21-\\x7e]{${TOKEN_LENGTH_MIN},}$`)
export const SECRET_TOKEN_RULE = bilingual(
  `띄어쓰기 없이 영문, 숫자, 기호로 ${TOKEN_LENGTH_MIN}자 이상이어야 해요.`,
  `${TOKEN_LENGTH_MIN} characters or more, of letters, digits and signs of ASCII.`,
)

const PORT_RANGE = bilingual('0~65535 사이의 숫자여야 해요.', 'a number from 0 to 65535.')
export const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_RANGE)
  .transform(Number)
  .refine(value => value <= 65535, PORT_RANGE)

const SECRET_LENGTH = bilingual(
  `${SECRET_LENGTH_MIN}자 이상이어야 해요.`,
  `${SECRET_LENGTH_MIN} characters or more.`,
)
export const secret = z.string().refine(value => value.trim().length >= SECRET_LENGTH_MIN, SECRET_LENGTH)

/** Accepts a number, or a list in Express's format: addresses, subnets and its three names for private networks. */
export function isProxyList(value: string): boolean {
  if (/^\d{1,3}$/.test(value)) return true
  try {
    express().set('trust proxy', value)
  } catch {
    return false
  }
  return value.split(',').every(part => {
    const [address = '', bits, ...more] = part.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true
    const bitsMax = isIP(address) === 4 ? 32 : 128
    const isSubnet = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
    return isIP(address) !== 0 && isSubnet && more.length === 0
  })
}
