import sharp from 'sharp'

/** In pixels, like a typical upload. */
const SIZE = 470

interface Appearance {
  /** 0 to 359: the colour of clothes and background. */
  hue: number
  hair: Hair
  isGrey?: boolean | undefined
  hasGlasses?: boolean | undefined
}

/** Draws a face into a PNG file. */
export async function drawPortrait(
  { hue, hair, isGrey, hasGlasses }: Appearance,
  path: string,
): Promise<string> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${SIZE}" height="${SIZE}">
    <rect width="100" height="100" fill="hsl(${hue} 45% 84%)"/>
    <path d="M14 104c0-24 16-34 36-34s36 10 36 34z" fill="hsl(${hue} 42% 44%)"/>
    <path d="M42 60h16v14a8 8 0 0 1-16 0z" fill="#eebf9f"/>
    <ellipse cx="50" cy="46" rx="20" ry="23" fill="#f6cfb2"/>
    <g fill="${isGrey ? '#a9a49f' : '#33261f'}">${hairs[hair]}</g>
    <g fill="#2b2422"><circle cx="42" cy="47" r="2.2"/><circle cx="58" cy="47" r="2.2"/></g>
    <g fill="#ef9f8f" opacity="0.55"><circle cx="37" cy="54" r="3.6"/><circle cx="63" cy="54" r="3.6"/></g>
    ${hasGlasses ? glasses : ''}
    <path d="M44 56q6 5.500 12 0" fill="none" stroke="#8a4a3f" stroke-width="2" stroke-linecap="round"/>
  </svg>`
  await sharp(Buffer.from(drawing)).png().toFile(path)
  return path
}

export const HAIRS = ['short', 'long', 'swept', 'bun'] as const
type Hair = (typeof HAIRS)[number]

const hairs: Record<Hair, string> = {
  short: '<path d="M29 45c-3-22 9-29 21-29s24 7 21 29c-3-7-5-11-8-14-8 3-18 3-26 0-3 3-5 7-8 14z"/>',
  long: '<path d="M27 70c-6-30-2-55 23-55s29 25 23 55h-9c5-14 6-24 4-33-12-1-24-1-36 0-2 9-1 19 4 33z"/>',
  swept: '<path d="M29 46c-4-20 6-31 22-31 15 0 23 10 20 30-2-6-5-9-9-11-12 0-20-3-25-7-1 8-4 12-8 19z"/>',
  bun: '<circle cx="50" cy="13" r="8"/><path d="M29 44c-2-19 8-27 21-27s23 8 21 27c-4-6-9-11-21-11s-17 5-21 11z"/>',
}

const glasses =
  '<g fill="none" stroke="#4a3b33" stroke-width="1.4"><circle cx="42" cy="47" r="5.4"/><circle cx="58" cy="47" r="5.4"/><path d="M47.400 47h5.200"/></g>'
