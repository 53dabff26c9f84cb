import { DAY_MS, HOUR_MS } from './platform/durations.ts'
import { settingError } from './platform/startup.ts'

export interface S3Settings {
  /** Without a trailing slash. */
  endpoint: string
  region: string
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** A folder or an S3-compatible storage. */
export type BackupPlace = { folder: string } | { s3: S3Settings }

export interface BackupSettings {
  everyMs: number
  to: BackupPlace
}

const NAMES = ['EVERY', 'TO', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
type Name = (typeof NAMES)[number]
type Variables = Record<string, string | undefined>
const UNITS = { h: HOUR_MS, d: DAY_MS }
const EVERY_MAX_MS = 7 * DAY_MS
const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]{0,200}))?$/
const DEFAULT_REGION = 'us-east-1'

const valueIn = (variables: Variables, name: Name) => variables[`BACKUP_${name}`]?.trim() || undefined

/** `BACKUP_EVERY` and so on; undefined without any of them. Throws a StartupError for the first invalid variable. */
export function readBackupSettings(variables: Variables): BackupSettings | undefined {
  const unknown = Object.keys(variables).find(
    variable => variable.startsWith('BACKUP_') && !NAMES.some(name => variable === `BACKUP_${name}`),
  )
  if (unknown !== undefined)
    throw settingError(
      unknown,
      `${NAMES.map(name => `BACKUP_${name}`).join(', ')} 중 하나여야 해요.`,
      `one of ${NAMES.map(name => `BACKUP_${name}`).join(', ')}.`,
    )
  if (NAMES.every(name => valueIn(variables, name) === undefined)) return undefined
  const everyMs = everyOf(valueIn(variables, 'EVERY'))
  const to = readBackupPlace(variables)
  const superfluous = NAMES.find(name => name.startsWith('S3_') && valueIn(variables, name) !== undefined)
  if ('folder' in to && superfluous !== undefined)
    throw settingError(
      `BACKUP_${superfluous}`,
      'BACKUP_TO가 s3://로 시작할 때만 써요.',
      'only if BACKUP_TO begins with s3://.',
    )
  return { everyMs, to }
}

/** The place at `BACKUP_TO`, or at another address with the same keys. Throws a StartupError. */
export function readBackupPlace(variables: Variables, to = valueIn(variables, 'TO')): BackupPlace {
  if (to === undefined)
    throw settingError(
      'BACKUP_TO',
      '백업을 둘 폴더나 s3://버킷/앞부분을 적어 주세요.',
      'set a folder, or s3://bucket/prefix.',
    )
  if (!/^[a-z0-9]+:\/\//i.test(to)) return { folder: to }
  return { s3: s3SettingsOf(to, name => valueIn(variables, name)) }
}

function everyOf(value: string | undefined): number {
  const [, count, unit] = /^(\d{1,3})([hd])$/.exec(value ?? '') ?? []
  const everyMs = Number(count) * UNITS[unit as keyof typeof UNITS]
  if (everyMs >= HOUR_MS && everyMs <= EVERY_MAX_MS) return everyMs
  throw settingError(
    'BACKUP_EVERY',
    '1h부터 7d 사이로 적어 주세요. 예: 24h, 6h, 1d',
    'a time from 1h to 7d, like 24h, 6h or 1d.',
  )
}

function s3SettingsOf(to: string, value: (name: Name) => string | undefined): S3Settings {
  const [, bucket, prefix = ''] = S3_ADDRESS.exec(to) ?? []
  if (bucket === undefined)
    throw settingError(
      'BACKUP_TO',
      's3://버킷/앞부분처럼 영문, 숫자, 기호(. _ - /)로 적어 주세요.',
      'an address like s3://bucket/prefix, of letters, digits and . _ - /.',
    )
  const accessKeyId = value('S3_ACCESS_KEY_ID')
  const secretAccessKey = value('S3_SECRET_ACCESS_KEY')
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw settingError(
      accessKeyId === undefined ? 'BACKUP_S3_ACCESS_KEY_ID' : 'BACKUP_S3_SECRET_ACCESS_KEY',
      'BACKUP_TO가 s3://로 시작하면 두 키를 모두 적어 주세요.',
      'set both keys if BACKUP_TO begins with s3://.',
    )
  const region = value('S3_REGION') ?? DEFAULT_REGION
  const endpoint = value('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`
  if (!isOrigin(endpoint))
    throw settingError(
      'BACKUP_S3_ENDPOINT',
      '경로와 물음표 없이 https://s3.example.com처럼 적어 주세요.',
      'an address without path, query or user, like https://s3.example.com.',
    )
  return {
    endpoint: new URL(endpoint).origin,
    region,
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    accessKeyId,
    secretAccessKey,
  }
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(value)
  return (
    ['http:', 'https:'].includes(protocol) &&
    `${search}${hash}${username}${password}` === '' &&
    pathname === '/'
  )
}
