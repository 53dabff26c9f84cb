import { z } from 'zod'

const url = (...schemes: string[]) =>
  z.string().refine(value => schemes.some(scheme => value.startsWith(`${scheme}://`)), {
    error: `${schemes.map(scheme => `${scheme}://…`).join(' 또는 ')} 주소여야 해요.`,
  })

/** Everything that can be set from outside, all optional. An empty variable counts as not set. */
const environment = z.object({
  /** Where the server listens. */
  PORT: z.coerce.number({ error: '0~65535 사이의 숫자여야 해요.' }).int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Where the embedded database, the signing key and unsent mail are kept. */
  DATA_DIR: z.string().default('./data'),
  /** A MongoDB to use instead of the embedded engine. */
  MONGODB_URL: url('mongodb', 'mongodb+srv').optional(),
  /** A Redis that carries events between server nodes. Without it there is one node. */
  REDIS_URL: url('redis', 'rediss').optional(),
  /** Signs sign-in tokens; nodes must share it. Without it a key file is made in DATA_DIR. */
  JWT_SECRET: z.string().min(32, { error: '32자 이상이어야 해요.' }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export interface Config {
  port: number
  host: string
  dataDir: string
  mongodbUrl: string | undefined
  redisUrl: string | undefined
  jwtSecret: string | undefined
  logLevel: z.infer<typeof environment>['LOG_LEVEL']
}

/** A sentence that tells an operator what to change. */
export class StartError extends Error {}

/** Throws StartError with one sentence for the first variable that is wrong. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(`환경 변수를 고쳐 주세요. ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { PORT, HOST, DATA_DIR, MONGODB_URL, REDIS_URL, JWT_SECRET, LOG_LEVEL } = parsed.data
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    mongodbUrl: MONGODB_URL,
    redisUrl: REDIS_URL,
    jwtSecret: JWT_SECRET,
    logLevel: LOG_LEVEL,
  }
}
