import { readFileSync } from 'node:fs'

const SIZE = 512
const CELL = 288
const GREEN = '#1d6b4c'
const RULE = '#4d8a72'
const ORANGE = '#f29a2e'
/** The centre and width of the letter in `client/public/icon.svg`. */
const LETTER = { x: 16, y: 15, width: 20.2 }

/** The icon of tabs and of the header. */
export const favicon = readFileSync('client/public/icon.svg', 'utf8')

const letterPath = /<path d="([^"]+)"/.exec(favicon)?.[1] ?? ''

/** A sheet of manuscript paper with the product's first letter in its middle cell, and a full stop. */
export function appIcon(): string {
  const near = (SIZE - CELL) / 2
  const far = near + CELL
  const scale = (CELL * 0.74) / LETTER.width
  const rules = [near, far].map(at => `<path d="M${at} 0V${SIZE}M0 ${at}H${SIZE}" />`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" fill="none">
  <rect width="${SIZE}" height="${SIZE}" fill="${GREEN}" />
  <g stroke="${RULE}" stroke-width="4">${rules}</g>
  <rect x="${near}" y="${near}" width="${CELL}" height="${CELL}" rx="${CELL / 10}" fill="#fff" />
  <g transform="translate(${SIZE / 2} ${SIZE / 2}) scale(${scale}) translate(${-LETTER.x} ${-LETTER.y})">
    <path d="${letterPath}" stroke="#18211c" stroke-width="2.2" stroke-linecap="square" />
  </g>
  <circle cx="${far + CELL / 9}" cy="${far - CELL / 9}" r="${CELL / 12}" fill="${ORANGE}" />
</svg>`
}
