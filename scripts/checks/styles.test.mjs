import { expect, test } from 'vitest'
import { read, sourceFiles } from './sourceFiles.mjs'

const withoutComments = css => css.replace(/\/\*[\s\S]*?\*\//g, '')
const sheets = sourceFiles(['.css'])
  .filter(path => path.startsWith('client/'))
  .map(path => ({ path, css: withoutComments(read(path)) }))

test('every styled class is used', () => {
  const code = [
    ...sourceFiles(['.ts', '.tsx']).filter(path => path.startsWith('client/')),
    'client/index.html',
  ]
    .filter(path => !path.includes('.test.'))
    .map(read)
    .join('\n')
  // For example `button--${kind}`.
  const prefixes = Array.from(code.matchAll(/([a-z][\w-]*-)\$\{/g), ([, prefix]) => prefix)
  // Added by highlight.js, KaTeX and the Markdown renderer, which prefixes `md-`.
  const addedByLibraries = [/^hljs-/, /^katex/, /^hangul_fallback$/, /^md-(h[1-6]|center|right)$/]
  const isUsed = name =>
    code.includes(name) ||
    prefixes.some(prefix => name.startsWith(prefix)) ||
    addedByLibraries.some(pattern => pattern.test(name))
  const unused = sheets.flatMap(({ path, css }) =>
    Array.from(css.replace(/url\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g), ([, name]) => name)
      .filter(name => !isUsed(name))
      .map(name => `${path}: .${name}`),
  )
  expect(sheets.length).toBeGreaterThan(50)
  expect(unused).toEqual([])
})

test('a block is styled by one feature', () => {
  // All sheets apply on every screen.
  const featuresOf = new Map()
  for (const { path, css } of sheets) {
    const feature = /^client\/features\/([^/]+)/.exec(path)?.[1]
    if (feature === undefined) continue
    for (const [, block] of css.matchAll(/(?:^|[},])\s*\.([a-z][a-z-]*)\s*(?=[,{])/g))
      featuresOf.set(block, (featuresOf.get(block) ?? new Set()).add(feature))
  }
  const shared = Array.from(featuresOf).filter(([, features]) => features.size > 1)
  expect(featuresOf.size).toBeGreaterThan(50)
  expect(shared.map(([block, features]) => `.${block}: ${[...features].join(', ')}`)).toEqual([])
})

test('colours are defined only in client/ui/tokens.css', () => {
  const colours = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|lab)a?\([^;]*/gi
  const strays = sheets
    .filter(({ path }) => path !== 'client/ui/tokens.css')
    // Masks use only the alpha channel.
    .map(({ path, css }) => ({ path, css: css.replace(/(mask-image|--md-fade):[^;]*;/g, '') }))
    .flatMap(({ path, css }) => Array.from(css.matchAll(colours), ([colour]) => `${path}: ${colour}`))
    // Derived from tokens.
    .filter(stray => !stray.includes('var(--'))
  expect(strays).toEqual([])
})

test('font sizes are tokens or relative to the parent', () => {
  // Print uses points; 0 hides text visually.
  const follows = /^(var|min|clamp|calc|inherit)\b|^[\d.]+(em|pt)$|^0$/
  const strays = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/font-size: ([^;]*)/g), ([, size]) => size)
      .filter(size => !follows.test(size))
      .map(size => `${path}: ${size}`),
  )
  // In the units of an SVG.
  expect(strays).toEqual(['client/ui/Avatar.css: 44px'])
})

test('clamped text has no padding, in which the first hidden line would show', () => {
  const clamped = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/([^{}]+)\{([^{}]*-webkit-line-clamp[^{}]*)\}/g), ([, selector, rule]) => ({
      place: `${path}: ${selector.trim()}`,
      rule,
    })),
  )
  expect(clamped.length).toBeGreaterThan(5)
  expect(clamped.filter(({ rule }) => /\bpadding/.test(rule)).map(({ place }) => place)).toEqual([])
})

test('line heights are tokens', () => {
  const strays = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/line-height: ([^;]*)/g), ([, height]) => height)
      .filter(height => !height.startsWith('var(--'))
      .map(height => `${path}: ${height}`),
  )
  // Superscripts must not raise the line, and a touch target has its minimum height.
  const allowed = ['client/markdown/elements.css: 0', 'client/markdown/elements.css: 24px']
  expect(strays.sort(), 'Use a --leading-… of client/ui/tokens.css').toEqual(allowed)
})

test('spacing and radii use their tokens where one has the value', () => {
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

test('transition durations are tokens', () => {
  const strays = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/[\s{;]transition:\s+([^;]*)/g), ([, value]) => value)
      .filter(value => /\d/.test(value.replace(/cubic-bezier\(.*?\)/g, '')))
      .map(value => `${path}: ${value}`),
  )
  // The manuscript cell of a passed minute fills slowly.
  expect(strays).toEqual(['client/features/lookaround/minute.css: background-color 0.4s'])
})

test('component styles are in a cascade layer below those of screens', () => {
  const strays = sheets
    .filter(({ path, css }) => path.startsWith('client/ui/') && !/^@layer /m.test(css))
    .map(({ path }) => path)
  expect(strays, 'Put these into @layer parts').toEqual([])
})

test('z-indexes are tokens', () => {
  const strays = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/z-index: ([^;]*)/g), ([, layer]) => layer)
      .filter(layer => !layer.startsWith('var(--z-'))
      .map(layer => `${path}: ${layer}`),
  )
  expect(strays, 'Use a --z-… of client/ui/tokens.css, or name one there').toEqual([])
})

test('colours outside of style sheets are those of tokens', () => {
  // The page before its styles load, the phone’s frame, and mails.
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

test('every custom property is both defined and used', () => {
  const code = sourceFiles(['.ts', '.tsx'])
    .filter(path => path.startsWith('client/') && !path.includes('.test.'))
    .map(read)
    .join('\n')
  const styles = sheets.map(({ css }) => css).join('\n')
  const namesIn = (text, pattern) => new Set(Array.from(text.matchAll(pattern), ([, name]) => name))
  // Code defines them as `'--name':` in a style or by `setProperty('--name', …)`.
  const defined = namesIn(`${styles}\n${code}`, /(?<!var\()['"\s{;](--[a-z][\w-]*)['"]?[:,]/g)
  const used = namesIn(`${styles}\n${code}`, /var\((--[a-z][\w-]*)/g)
  expect(used.size).toBeGreaterThan(50)
  expect([...used].filter(name => !defined.has(name)).sort(), 'Not defined').toEqual([])
  expect([...defined].filter(name => !used.has(name)).sort(), 'Not used').toEqual([])
})

test('media queries use the shared breakpoints', () => {
  const widths = [480, 576, 768, 992, 1200, 1400, 1600]
  // A zoomed window may be 575.5 px wide.
  const allowed = new Set(widths.flatMap(width => [`min-width: ${width}px`, `max-width: ${width - 0.02}px`]))
  const strays = sheets.flatMap(({ path, css }) =>
    Array.from(css.matchAll(/@media[^{]*/g), ([query]) => query)
      .flatMap(query => Array.from(query.matchAll(/(?:min|max)-width: [\d.]+px/g), ([width]) => width))
      .filter(width => !allowed.has(width))
      .map(width => `${path}: ${width}`),
  )
  expect(strays, `Use one of ${[...allowed].join(', ')}`).toEqual([])
})

/** Splits a selector outside parentheses. */
function splitSelector(selector, separator) {
  let depth = 0
  const parts = ['']
  for (const character of selector) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0 && separator.test(character)) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map(part => part.trim()).filter(Boolean)
}

test('a condition with :has() applies to elements that their selector names', () => {
  // Otherwise Chromium computes the styles of all elements, or all of one tag, again for each element that is added anywhere.
  const selectors = sheets.flatMap(({ css }) =>
    Array.from(css.matchAll(/([^{};]+)\{/g), ([, prelude]) => prelude.trim())
      .filter(prelude => !prelude.startsWith('@'))
      .flatMap(prelude => splitSelector(prelude, /,/)),
  )
  const namesNothing = selectors.filter(selector => {
    const compounds = splitSelector(selector, /[\s>+~]/)
    const subject = compounds.pop()
    return (
      compounds.some(part => part.includes(':has(')) &&
      !/^body$|[.#[]/.test(subject.replace(/:not\(.*\)/, ''))
    )
  })
  expect(selectors.filter(selector => selector.includes(':has(')).length).toBeGreaterThan(50)
  expect(namesNothing).toEqual([])
})
