"""The tables of a new database, as the steps that this stands for leave them."""

import clubscore.club.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from clubscore.club.database import MakeTables
from clubscore.server.live import call_out


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("rubber", "0001_initial"),
        ("rubber", "0002_cutting_in"),
        ("rubber", "0003_the_door"),
        ("rubber", "0004_into_the_book"),
        ("rubber", "0005_payments_are_in_the_book"),
        ("rubber", "0006_the_seven"),
        ("rubber", "0007_own_stakes_and_bets"),
        ("rubber", "0008_codes_by_hand"),
        ("rubber", "0009_codes_of_a_club"),
        ("rubber", "0010_words_are_codes"),
        ("rubber", "0011_plain_english"),
        ("rubber", "0012_sentences_are_codes"),
        ("rubber", "0013_made_up_again"),
        ("rubber", "0014_news_is_called_out"),
        ("rubber", "0015_chosen_by_law"),
        ("rubber", "0016_keys_begin_with_the_club"),
        ("rubber", "0017_one_to_one_in_the_club"),
    ]

    dependencies = [
        ("club", "0025_one_to_one_in_the_club"),
    ]

    operations = [
        MakeTables([
            migrations.CreateModel(
                name='CardTable',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=40, verbose_name='name')),
                    ('pack', models.CharField(blank=True, max_length=20, verbose_name='colour of the pack')),
                    ('active', models.BooleanField(default=True)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='card_tables', to='club.club')),
                ],
                options={
                    'ordering': ['pk'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='one_table_a_name')],
                },
            ),
            migrations.CreateModel(
                name='RoomLink',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('nonce', models.CharField(max_length=32)),
                    ('token_hash', models.CharField(max_length=64, unique=True)),
                    ('made_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('made_by', models.CharField(max_length=120)),
                    ('expires_at', models.DateTimeField()),
                    ('revoked_at', models.DateTimeField(blank=True, null=True)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at', None)), fields=('club',), name='one_code_a_room')],
                },
            ),
            migrations.CreateModel(
                name='SevenEvening',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('players', models.JSONField()),
                    ('rules', models.JSONField(blank=True, default=dict)),
                    ('opened_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('ended_at', models.DateTimeField(blank=True, null=True)),
                    ('revision', models.PositiveIntegerField(default=0)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sevens', to='club.club')),
                ],
            ),
            migrations.CreateModel(
                name='WrongCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('address', models.CharField(max_length=64)),
                    ('client', models.CharField(max_length=64)),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('forgiven_at', models.DateTimeField(blank=True, null=True)),
                    ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.club')),
                ],
                options={
                    'ordering': ['pk'],
                    'indexes': [models.Index(fields=['address', 'forgiven_at'], name='rubber_wron_address_f5ff5a_idx'), models.Index(fields=['client', 'at'], name='rubber_wron_client_007e4b_idx')],
                },
            ),
            migrations.CreateModel(
                name='Sitting',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('evening', models.DateField(db_index=True)),
                    ('opened_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('opened_by', models.CharField(max_length=120)),
                    ('closed_at', models.DateTimeField(blank=True, null=True)),
                    ('voided_at', models.DateTimeField(blank=True, null=True)),
                    ('void_reason', models.CharField(blank=True, max_length=200)),
                    ('revision', models.PositiveIntegerField(default=0)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sittings', to='club.club')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='rubber.cardtable')),
                    ('seven_table', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('seven', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='rubber.sevenevening')),
                ],
                options={
                    'ordering': ['-opened_at', '-pk'],
                    'indexes': [models.Index(fields=['club', '-evening'], name='rubber_sitt_club_id_b9d6e8_idx')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None), ('voided_at', None)), fields=('club', 'table'), name='one_open_sitting_a_table'), models.UniqueConstraint(fields=('club', 'seven', 'seven_table'), name='two_tables_of_a_seven'), models.CheckConstraint(condition=models.Q(models.Q(('seven', None), ('seven_table', None)), ('seven_table__in', (1, 2)), _connector='OR'), name='a_table_of_the_seven_is_first_or_second')],
                },
            ),
            migrations.CreateModel(
                name='SevenHappening',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('number', models.PositiveSmallIntegerField()),
                    ('kind', models.CharField(choices=[('contract', 'contract and lead'), ('passed', 'passed out'), ('result', 'play over'), ('broken-off', 'rubber broken off'), ('gone', 'left for the other table'), ('arrived', 'arrived'), ('eighth', 'an eighth has come'), ('leaves', 'left'), ('swapped', 'changed places'), ('last', 'last deals'), ('taken-back', 'undone')], max_length=10)),
                    ('data', models.JSONField(blank=True, default=dict)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='happenings', to='rubber.sevenevening')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['number'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'evening', 'number'), name='seven_log_is_numbered'), models.UniqueConstraint(fields=('club', 'key'), name='a_move_counts_once')],
                },
            ),
            migrations.CreateModel(
                name='Part',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('game', models.CharField(max_length=40)),
                    ('rules', models.JSONField(blank=True, default=dict)),
                    ('stakes', models.JSONField(blank=True, null=True)),
                    ('first_dealer', models.CharField(max_length=5)),
                    ('next_dealer', models.CharField(blank=True, max_length=5)),
                    ('opened_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('closed_at', models.DateTimeField(blank=True, null=True)),
                    ('broken_off', models.BooleanField(default=False)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='rubber.sitting')),
                ],
                options={
                    'ordering': ['number'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'sitting', 'number'), name='parts_are_numbered')],
                },
            ),
            migrations.CreateModel(
                name='Candidate',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('order', models.PositiveSmallIntegerField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.person')),
                    ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='candidates', to='rubber.sitting')),
                    ('joined_at', models.DateTimeField(blank=True, null=True)),
                    ('left_at', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'ordering': ['order'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'sitting', 'person'), name='one_chair_a_candidate')],
                },
            ),
            migrations.CreateModel(
                name='TableLink',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('nonce', models.CharField(max_length=32)),
                    ('token_hash', models.CharField(max_length=64, unique=True)),
                    ('made_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('made_by', models.CharField(max_length=120)),
                    ('expires_at', models.DateTimeField()),
                    ('revoked_at', models.DateTimeField(blank=True, null=True)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='rubber.sitting')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at', None)), fields=('club', 'sitting'), name='one_code_a_sitting')],
                },
            ),
            migrations.CreateModel(
                name='SideBet',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('words', models.CharField(blank=True, max_length=120)),
                    ('currency', models.CharField(max_length=3)),
                    ('amount', models.PositiveBigIntegerField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.person')),
                    ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.person')),
                    ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bets', to='rubber.sitting')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['pk'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='a_bet_counts_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='a_bet_is_something'), models.CheckConstraint(condition=models.Q(('one', models.F('other')), _negated=True), name='nobody_bets_himself')],
                },
            ),
            migrations.CreateModel(
                name='OwnStake',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('part', models.PositiveSmallIntegerField()),
                    ('rubber', models.PositiveSmallIntegerField()),
                    ('stakes', models.JSONField(null=True)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.person')),
                    ('other', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.person')),
                    ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='own_stakes', to='rubber.sitting')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['pk'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='an_own_stake_counts_once'), models.CheckConstraint(condition=models.Q(('other', None), models.Q(('one', models.F('other')), _negated=True), _connector='OR'), name='nobody_plays_with_himself')],
                },
            ),
            migrations.CreateModel(
                name='Deal',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('position', models.PositiveSmallIntegerField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('part', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='rubber.part')),
                ],
                options={
                    'ordering': ['position'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'part', 'position'), name='deals_are_in_order')],
                },
            ),
            migrations.CreateModel(
                name='Draft',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('position', models.PositiveSmallIntegerField()),
                    ('facts', models.JSONField()),
                    ('author', models.CharField(max_length=120)),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('part', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draft', to='rubber.part')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('club', 'part'), name='one_draft_a_part')],
                },
            ),
            migrations.CreateModel(
                name='Seat',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seat', models.CharField(max_length=5)),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.person')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('part', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='rubber.part')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='club.person')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('club', 'part', 'seat'), name='one_person_a_seat'), models.UniqueConstraint(fields=('club', 'part', 'person'), name='one_seat_a_person')],
                },
            ),
            migrations.CreateModel(
                name='Settlement',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('rubber', models.PositiveSmallIntegerField()),
                    ('number', models.PositiveSmallIntegerField()),
                    ('kind', models.CharField(choices=[('agreed', 'made up and agreed'), ('difference', 'difference after a correction')], max_length=10)),
                    ('currency', models.CharField(blank=True, max_length=3)),
                    ('points', models.JSONField()),
                    ('exact', models.JSONField(default=list)),
                    ('law_version', models.CharField(max_length=20)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('part', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='settlements', to='rubber.part')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['part', 'rubber', 'number'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'part', 'rubber', 'number'), name='settlements_are_numbered'), models.UniqueConstraint(fields=('club', 'key'), name='a_settlement_counts_once'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'agreed'), ('number', 1)), models.Q(('kind', 'difference'), ('number__gt', 1)), _connector='OR'), name='agreed_first_then_differences')],
                },
            ),
            migrations.CreateModel(
                name='Happening',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('kind', models.CharField(choices=[('opened', 'sat down'), ('agreed', 'agreed on a game'), ('drew', 'drew for seats'), ('seated', 'took seats'), ('misdeal', 'new deal'), ('dealer', 'another dealer'), ('broken-off', 'rubber broken off'), ('closed', 'closed'), ('reopened', 'reopened'), ('voided', 'declared void'), ('phones', 'phones'), ('joined', 'came to the table'), ('left', 'left the table'), ('offered', 'offered to go out'), ('cut-out', 'cut for who plays'), ('line-up', 'agreed on who plays'), ('ruled', 'chose by the law')], max_length=10)),
                    ('data', models.JSONField(blank=True, default=dict)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('part', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='rubber.part')),
                    ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='happenings', to='rubber.sitting')),
                ],
                options={
                    'ordering': ['pk'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='a_happening_counts_once')],
                },
            ),
            migrations.CreateModel(
                name='Substitute',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('seat', models.CharField(max_length=5)),
                    ('position', models.PositiveSmallIntegerField()),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.person')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('part', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutes', to='rubber.part')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.person')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['pk'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='a_substitute_counts_once')],
                },
            ),
            migrations.CreateModel(
                name='BetOutcome',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('winner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.person')),
                    ('bet', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='outcomes', to='rubber.sidebet')),
                ],
                options={
                    'ordering': ['pk'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='a_bet_is_decided_once')],
                },
            ),
            migrations.CreateModel(
                name='DealRevision',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('number', models.PositiveSmallIntegerField()),
                    ('kind', models.CharField(choices=[('recorded', 'recorded'), ('corrected', 'corrected'), ('taken-back', 'undone'), ('rival', 'another report'), ('settled', 'one of two reports chosen')], max_length=10)),
                    ('dealer', models.CharField(max_length=5)),
                    ('facts', models.JSONField(null=True)),
                    ('remarks', models.JSONField(blank=True, default=dict)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('deal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='rubber.deal')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['number'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'deal', 'number'), name='revisions_are_numbered'), models.UniqueConstraint(fields=('club', 'key'), name='an_entry_counts_once'), models.CheckConstraint(condition=models.Q(('facts__isnull', False), ('kind__in', ['taken-back', 'settled']), _connector='OR'), name='a_report_has_facts')],
                },
            ),
        ]),
        call_out("rubber_sitting", "rubber_tablelink"),
    ]
