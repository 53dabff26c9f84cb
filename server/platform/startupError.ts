/** Why the server cannot start, in one sentence for whoever starts it. */
export class StartupError extends Error {}

/** About one environment variable: how to mend it, in Korean and in English. */
export function settingError(name: string, korean: string, english: string): StartupError {
  return new StartupError(`환경 변수를 고쳐 주세요. ${name}: ${korean} (Fix ${name}: ${english})`)
}
