import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { HAIRS } from './portrait.ts'

/** The demo world as written in content/: people, hubs, suggestions, notices and notes. */
const worldSchema = z.object({
  people: z.array(
    z.object({
      key: z.string(),
      email: z.string(),
      username: z.string(),
      mobile: z.string().nullable(),
      /** In degrees: the colour of the picture, for those who have one. */
      hue: z.number(),
      /** How they look on it. */
      hair: z.enum(HAIRS).default('short'),
      isGrey: z.boolean().optional(),
      hasGlasses: z.boolean().optional(),
      picture: z.boolean().default(false),
    }),
  ),
  administrator: z.string(),
  hubs: z.array(z.object({ key: z.string(), name: z.string().default(''), members: z.array(z.string()) })),
  suggestions: z.array(z.object({ by: z.string(), text: z.string(), answer: z.string().optional() })),
  notices: z.array(z.object({ title: z.string(), content: z.string() })),
})
export type World = z.infer<typeof worldSchema>

/** What is said about a shared note in a hub, in its order. */
const threadSchema = z.object({
  hub: z.string(),
  /** The note's title. */
  note: z.string(),
  comments: z.array(
    z.object({
      by: z.string(),
      text: z.string(),
      /** Days since the note was shared. */
      after: z.number(),
      /** The place, from 0, of the comment that it answers. */
      replyTo: z.number().optional(),
    }),
  ),
})
export type DemoThread = z.infer<typeof threadSchema>

const headSchema = z.object({
  title: z.string(),
  by: z.string(),
  topic: z.string(),
  shared: z.string().transform(keys =>
    keys
      .split(',')
      .map(key => key.trim())
      .filter(Boolean),
  ),
  /** Days ago. */
  day: z.coerce.number(),
  edited: z.coerce.number().optional(),
})
export type DemoNote = z.infer<typeof headSchema> & { text: string }

const content = new URL('./content/', import.meta.url)

export function readWorld(): World {
  return worldSchema.parse(JSON.parse(readFileSync(new URL('people.json', content), 'utf8')))
}

export function readTalk(): DemoThread[] {
  return z.array(threadSchema).parse(JSON.parse(readFileSync(new URL('talk.json', content), 'utf8')))
}

export function readNotes(): DemoNote[] {
  return ['notes-a/', 'notes-b/'].flatMap(folder => {
    const directory = new URL(folder, content)
    return readdirSync(directory).map(name => parseNote(readFileSync(new URL(name, directory), 'utf8')))
  })
}

/** Lines of `key: value`, a line of three dashes, the text. */
function parseNote(file: string): DemoNote {
  const [head = '', ...rest] = file.split('\n---\n')
  const fields = head
    .split('\n')
    .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  return { ...headSchema.parse(Object.fromEntries(fields)), text: rest.join('\n---\n').trim() }
}
