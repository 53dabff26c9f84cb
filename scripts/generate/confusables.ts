// Writes server/features/accounts/confusables.ts from Unicode's confusables.txt, as the package unhomoglyph ships it:
// the signs that NFKC leaves as they are, each with the sign that it looks like. Run it
// (`npx tsx scripts/generate/confusables.ts`) when that package is updated.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const target = new URL('../../server/features/accounts/confusables.ts', import.meta.url)

/** The module's text. */
export function confusablesModule(): string {
  const data: Record<string, string> = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('unhomoglyph/data.json'), 'utf8'),
  )
  const pairs = Object.entries(data)
    .filter(
      ([sign, looks]) => sign.normalize('NFKC') === sign && sign !== looks && !/\p{M}|[가-힣]/u.test(sign),
    )
    .map(([sign, looks]) => [escaped(sign), escaped(looks)].join(' '))
  const lines: string[] = []
  for (const pair of pairs) {
    const last = lines.at(-1)
    if (last === undefined || last.length + pair.length > 100) lines.push(pair)
    else lines[lines.length - 1] = `${last},${pair}`
  }
  return `// Made by scripts/generate/confusables.ts: edit that instead.

/** Signs and what they look like, both as code points in base 36. */
const PAIRS = \`
${lines.join('\n')}
\`

const signsOf = (codePoints: string) =>
  String.fromCodePoint(...codePoints.split('-').map(digits => Number.parseInt(digits, 36)))

/** A sign, and the sign or signs that it looks like (Unicode TR39). */
export const confusables: ReadonlyMap<string, string> = new Map(
  PAIRS.trim()
    .split(/[,\\n]/)
    .map(pair => {
      const [sign = '', looks = ''] = pair.split(' ')
      return [signsOf(sign), signsOf(looks)]
    }),
)
`
}

function escaped(text: string): string {
  return [...text].map(sign => sign.codePointAt(0)?.toString(36)).join('-')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, confusablesModule())
