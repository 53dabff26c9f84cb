import { isIP } from 'node:net'
import { z } from 'zod'
import type { VapidKeys } from './platform/push/vapidKeys.ts'
import { SECRET_LENGTH_MIN } from './platform/secret.ts'
import { StartError } from './platform/startError.ts'

/** In base64url: a point of P-256, and a number below its order. */
const VAPID_PUBLIC = /^B[\w-]{86}$/
const VAPID_PRIVATE = /^[\w-]{43}$/
const PUSH_HOST = /^\.?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/

const url = (...schemes: string[]) =>
  z
    .string()
    .refine(value => schemes.some(scheme => value.startsWith(`${scheme}://`)) && URL.canParse(value), {
      error: `${schemes.map(scheme => `${scheme}://…`).join(' 또는 ')} 주소여야 해요.`,
    })

/** In characters: a shorter one could be guessed. */
const TOKEN_LENGTH_MIN = 16

const redisUrls = url('redis', 'rediss')

/** Everything that can be set from outside, all optional. An empty variable counts as not set. */
const environment = z.object({
  /** Where the server listens. */
  PORT: z.coerce.number({ error: '0~65535 사이의 숫자여야 해요.' }).int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Where the embedded database, the signing key and unsent mail are kept. */
  DATA_DIR: z.string().default('./data'),
  /** A MongoDB to use instead of the embedded engine. */
  MONGODB_URL: url('mongodb', 'mongodb+srv').optional(),
  /** A Redis that carries events between server nodes; several, divided by commas, are one cluster. Without it there is one node. */
  REDIS_URL: z
    .string()
    .refine(value => value.split(',').every(each => redisUrls.safeParse(each).success), {
      error: 'redis://… 또는 rediss://… 주소여야 해요. 클러스터라면 쉼표로 나눠 주세요.',
    })
    .optional(),
  /** Signs sign-in tokens; nodes must share it. Without it a key file is made in DATA_DIR. */
  JWT_SECRET: z
    .string()
    .min(SECRET_LENGTH_MIN, { error: `${SECRET_LENGTH_MIN}자 이상이어야 해요.` })
    .optional(),
  /** A further key by which tokens are taken, and never signed: the one before, or the one to come, while keys are changed. */
  JWT_SECRET_SECONDARY: z
    .string()
    .min(SECRET_LENGTH_MIN, { error: `${SECRET_LENGTH_MIN}자 이상이어야 해요.` })
    .optional(),
  /** The mail server, such as smtps://user:password@mail.example.com. Without it mails become files in DATA_DIR/outbox. */
  SMTP_URL: url('smtp', 'smtps').optional(),
  /** Where people find this server; links in mails lead there. Without it http://localhost and the port. */
  PUBLIC_URL: url('http', 'https').optional(),
  /** By which push services know this server; nodes must share them. Without them a file with both is made in DATA_DIR. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(VAPID_PUBLIC, { error: '65바이트 공개 키를 base64url로 적어 주세요.' })
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(VAPID_PRIVATE, { error: '32바이트 비밀 키를 base64url로 적어 주세요.' })
    .optional(),
  /** Push services beside those of the browsers' makers, divided by commas; a dot in front stands for any name before it. */
  PUSH_HOSTS: z
    .string()
    .transform(value => value.split(',').map(host => host.trim().toLowerCase()))
    .refine(hosts => hosts.every(host => PUSH_HOST.test(host)), {
      error: '쉼표로 나눈 호스트 이름이어야 해요. 예: push.example.com, .push.example.com',
    })
    .default([]),
  /** Whom to tell of a hole in the server's security: shown at /.well-known/security.txt. */
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]\S*)$/, {
      error: 'mailto:security@example.com이나 https://… 주소여야 해요.',
    })
    .optional(),
  /** The reverse proxies in front: how many, or their addresses, divided by commas. They tell who really asks. */
  TRUST_PROXY: z
    .string()
    .refine(isProxyList, { error: '프록시의 수나, 쉼표로 나눈 IP 주소 목록이어야 해요.' })
    .transform(value => (/^\d+$/.test(value) ? Number(value) : value))
    .default(0),
  /** Multiplies every limit on how often something may be asked: 10 for a school behind one address. */
  RATE_LIMIT_SCALE: z.coerce.number({ error: '0보다 큰 숫자여야 해요.' }).positive().default(1),
  /** A further port that answers /healthz, /readyz and /metrics, for who runs the server and not for visitors. */
  METRICS_PORT: z.coerce
    .number({ error: '0~65535 사이의 숫자여야 해요.' })
    .int()
    .min(0)
    .max(65535)
    .optional(),
  /** Opens /metrics on both ports to who shows it as `Authorization: Bearer`. Without it no visitor finds that address. */
  METRICS_TOKEN: z
    .string()
    .min(TOKEN_LENGTH_MIN, { error: `${TOKEN_LENGTH_MIN}자 이상이어야 해요.` })
    .optional(),
  /** An OpenTelemetry collector that takes traces by OTLP over HTTP, such as http://collector:4318. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export interface Config {
  port: number
  host: string
  dataDir: string
  mongodbUrl: string | undefined
  redisUrl: string | undefined
  jwtSecret: string | undefined
  jwtSecretSecondary: string | undefined
  smtpUrl: string | undefined
  vapidKeys: VapidKeys | undefined
  pushHosts: readonly string[]
  publicUrl: string
  securityContact: string | undefined
  trustProxy: number | string
  rateLimitScale: number
  metricsPort: number | undefined
  metricsToken: string | undefined
  tracesUrl: string | undefined
  logLevel: z.infer<typeof environment>['LOG_LEVEL']
}

/** As much of it as the app itself goes by. */
export type AppSettings = Pick<
  Config,
  'publicUrl' | 'securityContact' | 'trustProxy' | 'rateLimitScale' | 'pushHosts' | 'metricsToken'
>

/** Throws StartError with one sentence for the first variable that is wrong. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(`환경 변수를 고쳐 주세요. ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { data } = parsed
  if (data.METRICS_PORT !== undefined && data.METRICS_PORT !== 0 && data.METRICS_PORT === data.PORT)
    throw new StartError(`환경 변수를 고쳐 주세요. METRICS_PORT: PORT(${data.PORT})와 달라야 해요.`)
  return {
    vapidKeys: vapidKeysOf(data),
    pushHosts: data.PUSH_HOSTS,
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    mongodbUrl: data.MONGODB_URL,
    redisUrl: data.REDIS_URL,
    jwtSecret: data.JWT_SECRET,
    jwtSecretSecondary: data.JWT_SECRET_SECONDARY,
    smtpUrl: data.SMTP_URL,
    publicUrl: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    securityContact: data.SECURITY_CONTACT,
    trustProxy: data.TRUST_PROXY,
    rateLimitScale: data.RATE_LIMIT_SCALE,
    metricsPort: data.METRICS_PORT,
    metricsToken: data.METRICS_TOKEN,
    tracesUrl: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: data.LOG_LEVEL,
  }
}

type Variables = z.infer<typeof environment>

function vapidKeysOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Variables): VapidKeys | undefined {
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY)
    return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY }
  if (!VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) return undefined
  const missing = VAPID_PUBLIC_KEY ? 'VAPID_PRIVATE_KEY' : 'VAPID_PUBLIC_KEY'
  throw new StartError(`환경 변수를 고쳐 주세요. ${missing}: 두 키를 함께 적어 주세요.`)
}

/** A number, or what Express takes as a list: addresses, subnets and its three names for private networks. */
function isProxyList(value: string): boolean {
  if (/^\d+$/.test(value)) return true
  return value.split(',').every(part => {
    const [address = '', bits, ...more] = part.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true
    const bitsMax = isIP(address) === 4 ? 32 : 128
    const isSubnet = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
    return isIP(address) !== 0 && isSubnet && more.length === 0
  })
}
