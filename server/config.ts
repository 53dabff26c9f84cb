import { z } from 'zod'
import { type BackupSettings, readBackupSettings } from './config.backup.ts'
import { type OidcProviderSettings, readOidcProviders } from './config.oidc.ts'
import {
  bilingual,
  hasReadableAccount,
  isMongo,
  isOrigin,
  isProxyList,
  isRedis,
  port,
  SECRET_TOKEN,
  SECRET_TOKEN_RULE,
  SEPARATOR,
  secret,
  url,
} from './config.values.ts'
import { settingError } from './platform/startup.ts'
import { isKeyPair, type VapidKeys } from './platform/webPush.ts'

/** In base64url: an uncompressed P-256 point, and a P-256 private key. */
const VAPID_PUBLIC = /^B[\w-]{86}$/
const VAPID_PRIVATE = /^[\w-]{43}$/
const PUSH_HOST = /^\.?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/

/** A much smaller scale would round every limit down to nothing. */
const SCALE_BOUNDS = { least: 0.001, most: 1_000_000 }
const SCALE_RANGE = bilingual('0.001~1000000 사이의 숫자여야 해요.', 'a number from 0.001 to 1000000.')

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** All environment variables. Each is optional, and an empty one counts as unset. */
const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Directory of the embedded database, the signing key and unsent mail. */
  DATA_DIR: z.string().default('./data'),
  /** MongoDB to use instead of the embedded engine. */
  MONGODB_URL: z
    .string()
    .refine(
      isMongo,
      bilingual(
        '쓰기를 확인하는 mongodb://… 또는 mongodb+srv://… 주소여야 해요.',
        'a mongodb://… or mongodb+srv://… address that the driver understands, without w=0.',
      ),
    )
    .optional(),
  /**
   * Redis for events between nodes; comma-separated addresses are one cluster. Without it the server runs as a single
   * node.
   */
  REDIS_URL: z
    .string()
    .refine(
      isRedis,
      bilingual(
        'redis://… 또는 rediss://… 주소여야 해요. 경로는 데이터베이스 번호뿐이고, 클러스터라면 쉼표로 나눠 주세요.',
        'redis://… or rediss://…, with a database number as its only path; several divided by commas are a cluster.',
      ),
    )
    .optional(),
  /** Signs session tokens; all nodes need the same value. Default: a key file in DATA_DIR. */
  JWT_SECRET: secret.optional(),
  /** Also accepted for tokens, but never used to sign: the previous or the next key during a key rotation. */
  JWT_SECRET_SECONDARY: secret.optional(),
  /** Mail server, such as smtps://user:password@mail.example.com. Without it mails are written to DATA_DIR/outbox. */
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    hasReadableAccount,
    bilingual(
      'smtp://… 또는 smtps://… 주소여야 해요. 아이디와 비밀번호의 특수 문자는 %로 적어 주세요.',
      'smtp://… or smtps://…, with special characters of user and password percent-encoded.',
    ),
  ).optional(),
  /** Bearer token with which a mail service reports bounces and complaints at /mail/events. */
  MAIL_EVENTS_SECRET: z.string().regex(SECRET_TOKEN, SECRET_TOKEN_RULE).optional(),
  /** Public address for links in mails. Default: http://localhost and the port. */
  PUBLIC_URL: url(
    ['http:', 'https:'],
    isOrigin,
    bilingual(
      '경로와 물음표 없이 https://notes.example.com처럼 적어 주세요. 글마루는 도메인 하나를 통째로 써요.',
      'an address without path, query or user, like https://notes.example.com; the app needs a whole host name.',
    ),
  )
    .transform(value => new URL(value).origin)
    .optional(),
  /** VAPID keys for push services; all nodes need the same pair. Default: a key file in DATA_DIR. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(
      VAPID_PUBLIC,
      bilingual('65바이트 공개 키를 base64url로 적어 주세요.', 'a public key of 65 bytes in base64url.'),
    )
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(
      VAPID_PRIVATE,
      bilingual('32바이트 비밀 키를 base64url로 적어 주세요.', 'a private key of 32 bytes in base64url.'),
    )
    .optional(),
  /** Additional push services, comma-separated; a leading dot allows every subdomain. */
  PUSH_HOSTS: z
    .string()
    .transform(value => value.split(',').map(host => host.trim().toLowerCase()))
    .refine(
      hosts =>
        hosts.every(host => PUSH_HOST.test(host) && URL.canParse(`https://${host.replace(/^\./, 'x.')}`)),
      bilingual(
        '쉼표로 나눈 호스트 이름이어야 해요. 예: push.example.com, .push.example.com',
        'host names divided by commas, like push.example.com, .push.example.com.',
      ),
    )
    .default([]),
  /** Contact for vulnerability reports, published at /.well-known/security.txt. */
  SECURITY_CONTACT: z
    .string()
    .refine(
      value => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]\S*)$/.test(value) && URL.canParse(value),
      bilingual(
        'mailto:security@example.com이나 https://… 주소여야 해요.',
        'an address like mailto:security@example.com or https://….',
      ),
    )
    .optional(),
  /** Sites whose scripts may use the API with API tokens and open the live connection, comma-separated. */
  CORS_ORIGINS: z
    .string()
    .transform(value => value.split(',').map(origin => origin.trim()))
    .refine(
      origins =>
        origins.every(
          origin => /^https?:/i.test(origin) && URL.canParse(origin) && isOrigin(new URL(origin)),
        ),
      bilingual(
        '쉼표로 나눈 https://app.example.com 같은 주소여야 해요.',
        'addresses like https://app.example.com, divided by commas.',
      ),
    )
    .transform(origins => origins.map(origin => new URL(origin).origin))
    .default([]),
  /** Trusted reverse proxies: their number, or a comma-separated list of addresses. */
  TRUST_PROXY: z
    .string()
    .refine(
      isProxyList,
      bilingual(
        '프록시의 수나, 쉼표로 나눈 IP 주소 목록이어야 해요.',
        'how many proxies there are, or their IP addresses divided by commas.',
      ),
    )
    .transform(value => (/^\d{1,3}$/.test(value) ? Number(value) : value))
    .default(0),
  /** Multiplies every rate limit, for example 10 for a school behind one address. */
  RATE_LIMIT_SCALE: z
    .string()
    .regex(/^\d+(\.\d+)?$/, SCALE_RANGE)
    .transform(Number)
    .refine(value => value >= SCALE_BOUNDS.least && value <= SCALE_BOUNDS.most, SCALE_RANGE)
    .default(1),
  /** Separate port for /healthz, /readyz and /metrics, meant for operators. */
  METRICS_PORT: port.optional(),
  /** Bearer token for /metrics on both ports. Without it the public port answers 404. */
  METRICS_TOKEN: z.string().regex(SECRET_TOKEN, SECRET_TOKEN_RULE).optional(),
  /** OpenTelemetry collector for OTLP over HTTP, such as http://collector:4318. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    ['http:', 'https:'],
    ({ search, hash }) => `${search}${hash}` === '',
    bilingual('http://collector:4318 같은 주소여야 해요.', 'an address like http://collector:4318.'),
  ).optional(),
  LOG_LEVEL: z
    .enum(
      LOG_LEVELS,
      bilingual(`${LOG_LEVELS.join(', ')} 중 하나여야 해요.`, `one of ${LOG_LEVELS.join(', ')}.`),
    )
    .default('info'),
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
  mailEventsSecret: string | undefined
  vapidKeys: VapidKeys | undefined
  pushHosts: readonly string[]
  publicUrl: string
  corsOrigins: readonly string[]
  securityContact: string | undefined
  trustProxy: number | string
  rateLimitScale: number
  metricsPort: number | undefined
  metricsToken: string | undefined
  tracesUrl: string | undefined
  logLevel: z.infer<typeof environment>['LOG_LEVEL']
  oidcProviders: readonly OidcProviderSettings[]
  /** Undefined without scheduled backups. */
  backup: BackupSettings | undefined
}

/** The part of the configuration that `createApp` needs. */
export type AppSettings = Pick<
  Config,
  | 'publicUrl'
  | 'corsOrigins'
  | 'securityContact'
  | 'trustProxy'
  | 'rateLimitScale'
  | 'pushHosts'
  | 'metricsToken'
  | 'mailEventsSecret'
  | 'oidcProviders'
>

/** Throws a StartupError for the first invalid variable. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const definedVariables = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(definedVariables)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const [korean = '', english = ''] = issue?.message.split(SEPARATOR) ?? []
    throw settingError(String(issue?.path[0]), korean, english)
  }
  const { data } = parsed
  if (data.METRICS_PORT !== undefined && data.METRICS_PORT !== 0 && data.METRICS_PORT === data.PORT)
    throw settingError('METRICS_PORT', `PORT(${data.PORT})와 달라야 해요.`, 'a port other than PORT.')
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
    mailEventsSecret: data.MAIL_EVENTS_SECRET,
    publicUrl: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    corsOrigins: data.CORS_ORIGINS,
    securityContact: data.SECURITY_CONTACT,
    trustProxy: data.TRUST_PROXY,
    rateLimitScale: data.RATE_LIMIT_SCALE,
    metricsPort: data.METRICS_PORT,
    metricsToken: data.METRICS_TOKEN,
    tracesUrl: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: data.LOG_LEVEL,
    oidcProviders: readOidcProviders(definedVariables),
    backup: readBackupSettings(definedVariables),
  }
}

type Variables = z.infer<typeof environment>

function vapidKeysOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Variables): VapidKeys | undefined {
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY) {
    const keys = { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY }
    if (isKeyPair(keys)) return keys
    throw settingError(
      'VAPID_PUBLIC_KEY',
      'VAPID_PRIVATE_KEY와 한 쌍이 아니에요. npx web-push generate-vapid-keys로 만든 쌍을 적어 주세요.',
      'it does not belong to VAPID_PRIVATE_KEY; npx web-push generate-vapid-keys makes a pair.',
    )
  }
  if (!VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) return undefined
  const missing = VAPID_PUBLIC_KEY ? 'VAPID_PRIVATE_KEY' : 'VAPID_PUBLIC_KEY'
  throw settingError(missing, '두 키를 함께 적어 주세요.', 'set both keys, or none.')
}
