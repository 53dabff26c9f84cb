import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { sourceFiles } from './sourceFiles.mjs'

const withoutComments = css => css.replace(/\/\*[\s\S]*?\*\//g, '')
const read = path => readFileSync(join(root, path), 'utf8')
const sheets = sourceFiles(['.css'])
  .filter(path => path.startsWith('client/'))
  .map(path => ({ path, css: withoutComments(read(path)) }))

test('each class with a style is given to something', () => {
  const code = [
    ...sourceFiles(['.ts', '.tsx']).filter(path => path.startsWith('client/')),
    'client/index.html',
  ]
    .filter(path => !path.includes('.test.'))
    .map(read)
    .join('\n')
  // Such as `button--${kind}`.
  const beginnings = Array.from(code.matchAll(/([a-z][\w-]*-)\$\{/g), ([, beginning]) => beginning)
  // highlight.js and KaTeX give theirs, and what draws markdown puts `md-` before what it is given.
  const given = [/^hljs-/, /^katex/, /^hangul_fallback$/, /^md-(h[1-6]|center|right)$/]
  const isUsed = name =>
    code.includes(name) ||
    beginnings.some(beginning => name.startsWith(beginning)) ||
    given.some(pattern => pattern.test(name))
  const unused = sheets.flatMap(({ path, css }) =>
    Array.from(css.replace(/url\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g), ([, name]) => name)
      .filter(name => !isUsed(name))
      .map(name => `${path}: .${name}`),
  )
  expect(sheets.length).toBeGreaterThan(50)
  expect(unused, 'Take these away').toEqual([])
})

test('colours are named in client/ui/tokens.css, and nowhere else', () => {
  const colours = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|lab)a?\([^;]*/gi
  const strays = sheets
    .filter(({ path }) => path !== 'client/ui/tokens.css')
    // Of a mask only how much it lets through matters.
    .map(({ path, css }) => ({ path, css: css.replace(/(mask-image|--md-fade):[^;]*;/g, '') }))
    .flatMap(({ path, css }) => Array.from(css.matchAll(colours), ([colour]) => `${path}: ${colour}`))
    // Made of tokens.
    .filter(stray => !stray.includes('var(--'))
  expect(strays, 'Name these in client/ui/tokens.css').toEqual([])
})

test('text has the sizes of client/ui/tokens.css, or one that follows from the text around it', () => {
  // Print has its own; 0 is text that is said and not shown.
  const follows = /^(var|min|clamp|calc|inherit)\b|^[\d.]+(em|pt)$|^0$/
  const strays = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/font-size: ([^;]*)/g), ([, size]) => size)
      .filter(size => !follows.test(size))
      .map(size => `${path}: ${size}`),
  )
  // In units of its drawing.
  expect(strays).toEqual(['client/ui/Avatar.css: 44px'])
})

test('lines are as high as client/ui/tokens.css says', () => {
  const strays = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/line-height: ([^;]*)/g), ([, height]) => height)
      .filter(height => !height.startsWith('var(--'))
      .map(height => `${path}: ${height}`),
  )
  // Raised above its line, it makes that no higher; and what is pressed is as high as the least of a target.
  const allowed = ['client/markdown/elements.css: 0', 'client/markdown/elements.css: 24px']
  expect(strays.sort(), 'Use a --leading-… of client/ui/tokens.css').toEqual(allowed)
})

test('distances and corners that client/ui/tokens.css names bear their names', () => {
  const named = kind =>
    Array.from(
      read('client/ui/tokens.css').matchAll(new RegExp(`--${kind}-\\d+: (\\d+)px`, 'g')),
      ([, px]) => px,
    )
  const strays = (properties, kind) => {
    const sizes = named(kind)
    expect(sizes.length).toBeGreaterThan(2)
    return sheets.flatMap(({ path, css }) =>
      Array.from(css.matchAll(new RegExp(`[\\s{;](${properties}): ([^;]*)`, 'g')), ([, , value]) => value)
        .filter(value => new RegExp(`(?<![\\w.])(${sizes.join('|')})px`).test(value))
        .map(value => `${path}: ${value} (use --${kind}-…)`),
    )
  }
  const apart = '(?:padding|margin|gap|row-gap|column-gap|inset|scroll-margin|scroll-padding)(?:-[a-z-]+)?'
  expect(strays(apart, 'space')).toEqual([])
  expect(strays('border-(?:[a-z-]+-)?radius', 'radius')).toEqual([])
})

test('looks change as fast as client/ui/tokens.css says', () => {
  const strays = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/[\s{;]transition:\s+([^;]*)/g), ([, value]) => value)
      .filter(value => /\d/.test(value))
      .map(value => `${path}: ${value}`),
  )
  // A square of the minute that has passed fills like ink.
  expect(strays).toEqual(['client/features/lookaround/minute.css: background-color 0.4s'])
})

test('styles of parts lie in a layer, so that those of screens win', () => {
  const strays = sheets
    .filter(({ path, css }) => path.startsWith('client/ui/') && !/^@layer /m.test(css))
    .map(({ path }) => path)
  expect(strays, 'Put these into @layer parts').toEqual([])
})

test('what lies over what is said in client/ui/tokens.css', () => {
  const strays = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/z-index: ([^;]*)/g), ([, layer]) => layer)
      .filter(layer => !layer.startsWith('var(--z-'))
      .map(layer => `${path}: ${layer}`),
  )
  expect(strays, 'Use a --z-… of client/ui/tokens.css, or name one there').toEqual([])
})

test('colours where no style sheet reaches are those of client/ui/tokens.css', () => {
  // The page before its styles, what a phone draws, and mails.
  const places = [
    'client/index.html',
    'client/public/manifest.webmanifest',
    'server/features/accounts/mails.ts',
  ]
  const named = read('client/ui/tokens.css')
  const used = places.flatMap(path =>
    Array.from(read(path).matchAll(/#[0-9a-f]{6}\b/g), ([colour]) => ({ path, colour })),
  )
  expect(new Set(used.map(({ path }) => path)).size).toBe(places.length)
  expect(used.filter(({ colour }) => !named.includes(`: ${colour};`))).toEqual([])
})

test('each custom property that is used is made somewhere, and each that is made is used', () => {
  const code = sourceFiles(['.ts', '.tsx'])
    .filter(path => path.startsWith('client/') && !path.includes('.test.'))
    .map(read)
    .join('\n')
  const styles = sheets.map(({ css }) => css).join('\n')
  const namesIn = (text, pattern) => new Set(Array.from(text.matchAll(pattern), ([, name]) => name))
  // In code it is set as `'--name':` of a style, or by `setProperty('--name', …)`.
  const made = namesIn(`${styles}\n${code}`, /(?<!var\()['"\s{;](--[a-z][\w-]*)['"]?[:,]/g)
  const used = namesIn(`${styles}\n${code}`, /var\((--[a-z][\w-]*)/g)
  expect(used.size).toBeGreaterThan(50)
  expect([...used].filter(name => !made.has(name)).sort(), 'Nothing makes these: they do nothing').toEqual([])
  expect([...made].filter(name => !used.has(name)).sort(), 'Take these away').toEqual([])
})

test('the layout changes at the same widths everywhere', () => {
  const widths = [480, 576, 768, 992, 1200, 1400, 1600]
  // A hair below the next, since a zoomed window may be 575.5 px wide.
  const allowed = new Set(widths.flatMap(width => [`min-width: ${width}px`, `max-width: ${width - 0.02}px`]))
  const strays = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/@media[^{]*/g), ([query]) => query)
      .flatMap(query => Array.from(query.matchAll(/(?:min|max)-width: [\d.]+px/g), ([width]) => width))
      .filter(width => !allowed.has(width))
      .map(width => `${path}: ${width}`),
  )
  expect(strays, `Use one of ${[...allowed].join(', ')}`).toEqual([])
})
