import type { ComponentType, ReactNode } from 'react'

type Words = 'children' | 'label' | 'names' | 'question' | 'summary' | 'title'
type Chosen = 'kind' | 'size' | 'name'

/** 'kind primary', 'kind danger' and so on; never for free text. */
type Variant<Props, Key extends string> = Key extends keyof Props
  ? string extends Exclude<Props[Key], undefined>
    ? never
    : `${Key} ${Exclude<Props[Key], undefined> & string}`
  : never

/**
 * The states that the gallery must show, derived from the props: a long text for text props, `busy` and the
 * like for flags, each value of `kind`. A new `kind` does not compile until the gallery shows it.
 */
export type StateOf<Props> =
  | 'default'
  | ([keyof Props & Words] extends [never] ? never : 'long text')
  | (keyof Props & ('busy' | 'disabled' | 'error'))
  | { [Key in Chosen]: Variant<Props, Key> }[Chosen]

export interface Part {
  /** The component; the test compares it. */
  component: unknown
  name: string
  states: Record<string, ReactNode>
  /** The height in pixels of a separate window per state; undefined for inline components. */
  window: number | undefined
}

/** A component of `client/ui` in all its states, plus further ones worth a look. */
export function part<Props>(
  component: ComponentType<Props>,
  states: Record<StateOf<Props>, ReactNode> & Record<string, ReactNode>,
  options: { window?: number } = {},
): Part {
  return { component, name: component.name, states, window: options.window }
}
