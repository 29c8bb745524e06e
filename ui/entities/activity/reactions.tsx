import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Reaction, ReactionType } from 'cairn/contract';
import {
  Eye,
  Frown,
  Heart,
  Laugh,
  type LucideIcon,
  PartyPopper,
  Rocket,
  SmilePlus,
  ThumbsDown,
  ThumbsUp,
} from 'lucide-react';
import { useMe } from '../../data/rights.js';
import { Hinted } from '../../kit/hint.js';
import { useWords } from '../../words/define-words.js';
import { activityWords } from '../../words/entities/activity.js';
import { nameOf } from '../fields/values.js';
import classes from './activity.module.css';

const SIGNS: Readonly<Record<ReactionType, LucideIcon>> = {
  thumbsUp: ThumbsUp,
  thumbsDown: ThumbsDown,
  hooray: PartyPopper,
  laugh: Laugh,
  confused: Frown,
  heart: Heart,
  rocket: Rocket,
  eyes: Eye,
};
const TYPES = Object.keys(SIGNS) as ReactionType[];

/** Adds a reaction of the person, or takes it back. */
export type React = (type: ReactionType, add: boolean) => Promise<unknown>;

interface Props {
  reactions: readonly Reaction[];
  /** What the menu is called: "React to the text of lena". */
  label: string;
  react: React;
}

/** Who thinks what of a text, and what the person thinks. */
export function Reactions({ reactions, label, react }: Props) {
  const t = useWords(activityWords);
  const me = useMe();
  const of = (type: ReactionType) => reactions.filter(({ reactionType }) => reactionType === type);
  const isMine = (type: ReactionType) => of(type).some(({ user }) => user.id === me.id);
  const free = TYPES.filter((type) => !isMine(type));
  return (
    <div className={classes.reactions}>
      {TYPES.filter((type) => of(type).length > 0).map((type) => {
        const Sign = SIGNS[type];
        const names = of(type).map(({ user }) => nameOf(user));
        return (
          <Hinted key={type} label={names.join(', ')}>
            <Button
              size="compact-xs"
              mih={24}
              variant={isMine(type) ? 'light' : 'default'}
              aria-pressed={isMine(type)}
              aria-label={t('reactionCount', { name: t(`reaction.${type}`), count: names.length })}
              leftSection={<Sign size={13} aria-hidden />}
              onClick={() => void react(type, !isMine(type))}
            >
              {names.length}
            </Button>
          </Hinted>
        );
      })}
      {free.length > 0 ? (
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon size={24} aria-label={label}>
              <SmilePlus size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map((type) => {
              const Sign = SIGNS[type];
              return (
                <Menu.Item
                  key={type}
                  leftSection={<Sign size={14} aria-hidden />}
                  onClick={() => void react(type, true)}
                >
                  {t(`reaction.${type}`)}
                </Menu.Item>
              );
            })}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  );
}
