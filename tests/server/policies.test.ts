import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getPrivacyPolicy, getTermsOfContract, type PolicyLine } from '#protocol/policies.ts'
import { allLanguages, DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import { mails } from '#tests/support/mails.ts'
import { openNodes } from '#tests/support/node.ts'
import { allDisclosures } from '#tests/support/storedFields.ts'

const TEMPLATES = [
  'server/features/accounts/mails.ts',
  'server/features/mailNotifications/notificationMails.ts',
]

const [node] = await openNodes({})

async function read(path: string, language: string): Promise<PolicyLine[]> {
  const response = await fetch(node.url + path, { headers: { 'Accept-Language': language } })
  const { success, policy, terms } = await response.json()
  expect(success).toBe(true)
  return policy ?? terms
}

describe.each([getPrivacyPolicy, getTermsOfContract])('$path', call => {
  const translations = allLanguages.filter(language => language !== DEFAULT_LANGUAGE)

  test.each(translations)('has the same content for everybody in %s as in Korean', async language => {
    const korean = await read(call.path, DEFAULT_LANGUAGE)
    const translated = await read(call.path, language)

    call.reply.parse({ success: true, policy: korean, terms: korean })
    const shape = (line: PolicyLine) => ({ ...line, content: '' })
    expect(translated.map(shape)).toEqual(korean.map(shape))
    for (const { content } of translated) expect(content).not.toMatch(/\p{Script=Hangul}/u)
  })
})

test.each(allLanguages)(
  'in %s the privacy policy contains the words for the stored fields',
  async language => {
    const policy = (await read(getPrivacyPolicy.path, language)).map(({ content }) => content).join('\n')
    const words = allDisclosures.flatMap(field =>
      'policyWords' in field ? (field.policyWords?.[language] ?? []) : [],
    )
    expect(words.filter(each => !policy.includes(each))).toEqual([])
  },
)

test('mails about account activity go only to confirmed addresses, and not to suspended users', () => {
  const telling = Object.entries(mails).flatMap(([name, { guards }]) => (guards ? [] : [name]))
  const senders = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter(path => /(?<!\.test)\.ts$/.test(path) && !TEMPLATES.includes(join('server', path)))
    .map(path => ({ path, code: readFileSync(join('server', path), 'utf8') }))
    .filter(({ code }) => telling.some(name => code.includes(`${name}(`)))
  const careless = senders.filter(
    ({ code }) => !(code.includes('mustConfirmEmail(') && code.includes('suspendedAt')),
  )
  expect(careless.map(({ path }) => `server/${path}: ask mustConfirmEmail and suspendedAt`)).toEqual([])
})

test.each(allLanguages)(
  'in %s the privacy policy says of every kind of mail when it is sent',
  async language => {
    const code = TEMPLATES.map(path => readFileSync(path, 'utf8')).join('\n')
    const sent = Array.from(code.matchAll(/^export function (\w+Mail)\(/gm), ([, name]) => name)
    expect(
      sent.toSorted(),
      'Say in the privacy policy (server/features/accounts/policies) when it is sent, and add the words to tests/support/mails.ts',
    ).toEqual(Object.keys(mails).toSorted())
    const policy = (await read(getPrivacyPolicy.path, language)).map(({ content }) => content).join('\n')
    expect(Object.values(mails).filter(words => !policy.includes(words[language]))).toEqual([])
  },
)
