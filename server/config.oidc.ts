import { OIDC_PROVIDERS_MAX } from '#protocol/limits.ts'
import { settingError } from './platform/startup.ts'

/** An OpenID Connect provider that users can sign in with. */
export interface OidcProviderSettings {
  /** In lower case, part of the redirect URI. */
  name: string
  /** On the buttons. */
  label: string
  /** As a normalized URL, with which links are stored. */
  issuer: string
  clientId: string
  clientSecret: string
}

const VARIABLE = /^OIDC_(.*)$/
const SETTING = /^OIDC_([A-Z0-9]{1,20})_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL)$/
const REQUIRED = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const

const LABEL_MAX = 20
/** The labels of providers that most installations use; others are shown by their name. */
const KNOWN_LABELS: Record<string, string> = { google: 'Google', kakao: '카카오', naver: '네이버' }

/** `OIDC_<NAME>_ISSUER` and so on, sorted by name. Throws a StartupError for the first invalid variable. */
export function readOidcProviders(variables: Record<string, string | undefined>): OidcProviderSettings[] {
  const settings = new Map<string, Record<string, string>>()
  for (const [variable, value] of Object.entries(variables)) {
    if (!VARIABLE.test(variable) || value === undefined || value === '') continue
    const [, name, setting] = SETTING.exec(variable) ?? []
    if (name === undefined || setting === undefined)
      throw settingError(
        variable,
        'OIDC_<이름>_ISSUER, _CLIENT_ID, _CLIENT_SECRET, _LABEL 중 하나여야 해요. 이름은 영문 대문자와 숫자 20자까지예요.',
        'one of OIDC_<NAME>_ISSUER, _CLIENT_ID, _CLIENT_SECRET, _LABEL, with a name of up to 20 capital letters and digits.',
      )
    settings.set(name, { ...settings.get(name), [setting]: value.trim() })
  }
  const providers = [...settings].map(([name, values]) => providerOf(name, values))
  const last = providers[OIDC_PROVIDERS_MAX]
  if (last)
    throw settingError(
      `OIDC_${last.name.toUpperCase()}_ISSUER`,
      `로그인 제공자는 ${OIDC_PROVIDERS_MAX}곳까지 둘 수 있어요.`,
      `at most ${OIDC_PROVIDERS_MAX} providers.`,
    )
  providers.forEach(({ name, issuer }, index) => {
    if (providers.findIndex(other => other.issuer === issuer) !== index)
      throw settingError(
        `OIDC_${name.toUpperCase()}_ISSUER`,
        '같은 주소를 두 번 적었어요.',
        'another provider has the same issuer.',
      )
  })
  return providers.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function providerOf(variableName: string, values: Record<string, string>): OidcProviderSettings {
  for (const setting of REQUIRED)
    if (!values[setting])
      throw settingError(
        `OIDC_${variableName}_${setting}`,
        'ISSUER, CLIENT_ID, CLIENT_SECRET을 함께 적어 주세요.',
        'set ISSUER, CLIENT_ID and CLIENT_SECRET together.',
      )
  const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', LABEL } = values
  if (!isIssuer(ISSUER))
    throw settingError(
      `OIDC_${variableName}_ISSUER`,
      '물음표 없는 https://… 주소여야 해요. 예: https://accounts.google.com',
      'an https://… address without a query, like https://accounts.google.com.',
    )
  if (LABEL !== undefined && LABEL.length > LABEL_MAX)
    throw settingError(
      `OIDC_${variableName}_LABEL`,
      `${LABEL_MAX}자까지 적을 수 있어요.`,
      `at most ${LABEL_MAX} characters.`,
    )
  const name = variableName.toLowerCase()
  return {
    name,
    label: LABEL || (KNOWN_LABELS[name] ?? variableName),
    issuer: new URL(ISSUER).href,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  }
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Without https only on this machine, for tests and development. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(value)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.includes(hostname))
  return isSafe && `${search}${hash}${username}${password}` === ''
}
