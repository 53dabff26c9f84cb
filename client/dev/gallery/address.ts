import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'

/** What stands in the gallery's address: the sheet that is looked at, or the one thing that a frame shows. */

export type Mode = 'light' | 'dark'
export const modes: readonly Mode[] = ['light', 'dark']

/** A part that takes the whole window, or a screen, in one of its states. */
export interface FrameAddress {
  kind: 'part' | 'screen'
  name: string
  state: string
  mode: Mode
  language: string
}

export function frameAddress({ kind, name, state, mode, language }: FrameAddress): string {
  return `/dev/gallery?${new URLSearchParams({ [kind]: name, state, mode, language })}`
}

/** Null for the catalogue itself. */
export function frameIn(search: string): FrameAddress | null {
  const asked = new URLSearchParams(search)
  const kind = asked.has('part') ? 'part' : 'screen'
  const name = asked.get(kind)
  if (name === null) return null
  return {
    kind,
    name,
    state: asked.get('state') ?? '',
    mode: asked.get('mode') === 'dark' ? 'dark' : 'light',
    language: asked.get('language') ?? DEFAULT_LANGUAGE,
  }
}

/** The widths at which each screen is looked at, in pixels. */
export const widths = [390, 1440] as const
export type Width = (typeof widths)[number]

export interface CatalogueAddress {
  /** The name of a sheet. */
  sheet: string
  width: Width
  language: string
}

export function catalogueIn(search: string): CatalogueAddress {
  const asked = new URLSearchParams(search)
  return {
    sheet: asked.get('sheet') ?? '',
    width: widths.find(width => String(width) === asked.get('width')) ?? widths[0],
    language: asked.get('language') ?? DEFAULT_LANGUAGE,
  }
}

export function catalogueAddress({ sheet, width, language }: CatalogueAddress): string {
  return `/dev/gallery?${new URLSearchParams({ sheet, width: String(width), language })}`
}
