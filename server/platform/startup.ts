import { once } from 'node:events'
import type { Server } from 'node:http'

/** Explains to the operator why the server cannot start. */
export class StartupError extends Error {}

/** Explains how to fix an environment variable, in Korean and English. */
export function settingError(name: string, korean: string, english: string): StartupError {
  return new StartupError(`환경 변수를 고쳐 주세요. ${name}: ${korean} (Fix ${name}: ${english})`)
}

/** Opens a port. Throws a StartupError that names the wrong setting. */
export async function listen(
  http: Server,
  { port, host, name }: { port: number; host: string; name: 'PORT' | 'METRICS_PORT' },
): Promise<void> {
  http.listen(port, host)
  try {
    await once(http, 'listening')
  } catch (error) {
    throw failure(error, { port, host, name })
  }
}

function failure(
  error: unknown,
  { port, host, name }: { port: number; host: string; name: string },
): StartupError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (code === 'EADDRINUSE')
    return settingError(
      name,
      `${host}:${port}를 다른 프로그램이 쓰고 있어요. 다른 번호로 바꿔 주세요.`,
      `another program uses ${host}:${port}; choose another number.`,
    )
  if (code === 'EACCES')
    return settingError(
      name,
      `${port}번을 열 권한이 없어요. 1024 이상의 번호로 바꿔 주세요.`,
      `port ${port} may not be opened; choose one from 1024 on.`,
    )
  return settingError(
    'HOST',
    `${host}은 이 컴퓨터의 주소가 아니에요. 127.0.0.1이나 0.0.0.0처럼 적어 주세요. [${code}]`,
    `${host} is no address of this machine; use one like 127.0.0.1 or 0.0.0.0.`,
  )
}
